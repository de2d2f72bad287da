/**
 * Exports from the HTTP request to the last byte. Ratings as long-csv are compared, in alternating rounds of the same run, with a bare COPY of the same
 * rows (target: 0.7 of its rate or more). 50,000 evaluations, each with a draft of seven lines and an action on every line, are exported as jsonl
 * (target: 10 s or less).
 */
import http from "node:http";
import { to as copyTo } from "pg-copy-streams";
import { disconnect, inTransaction, pool } from "@/lib/db/client";
import type { BundleEvaluation, TaskBundle } from "@/lib/domain/bundle";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { importFile } from "@/lib/workflows/import-file";
import { adminAccount, startProduct } from "../e2e/support/server.mjs";
import { atLeast, atMost, conclude } from "./support/conclude";

const ratings = 180_000;
const ratingsPerSample = 9;
const evaluations = 50_000;
const repeats = 5;
const leastRatio = 0.7;
const mostSeconds = 10;

interface Read {
  seconds: number;
  bytes: number;
  lines: number;
}

/** Reads everything and keeps nothing. */
async function readAll(open: () => Promise<AsyncIterable<Buffer>> | AsyncIterable<Buffer>): Promise<Read> {
  const start = performance.now();
  let bytes = 0;
  let lines = 0;
  for await (const piece of await open()) {
    bytes += piece.byteLength;
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) lines++;
  }
  return { seconds: (performance.now() - start) / 1000, bytes, lines };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** A task with bare ratings: three annotators, three criteria. */
async function importRatings(): Promise<{ projectId: string; taskId: string }> {
  const study = await loadSmallStudy({ ...smallBundle(0), criteria: [] });
  const load = (fileName: string, header: string, rows: number, row: (index: number) => string) => {
    const body = function* () {
      yield Buffer.from(`${header}\n`);
      for (let index = 0; index < rows; index++) yield Buffer.from(`${row(index)}\n`);
    };
    const scale = { min: 1, max: 5, step: 1, levels: [] };
    const file = { projectId: study.projectId, fileName, taskName: "Answers", format: "csv" as const, scale, skipBadRows: false };
    return importFile(instanceAdmin, { ...file, body: inPieces(body()) });
  };
  const samples = ratings / ratingsPerSample;
  await load("samples.csv", "id,input,output,system", samples, (n) => `s${n},Question ${n >> 2}?,Answer ${n},system-${n % 4}`);
  await load("ratings.csv", "sample_id,criterion,rater,rater_kind,score", ratings, (n) => {
    const rest = n % ratingsPerSample;
    return `s${Math.floor(n / ratingsPerSample)},Criterion ${rest % 3},Rater ${Math.floor(rest / 3)},annotator,${1 + ((n * 7 + (n >> 3)) % 5)}`;
  });
  return study;
}

async function* inPieces(lines: Iterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  for (const line of lines) {
    if (held.push(line) < 2000) continue;
    yield Buffer.concat(held);
    held = [];
  }
  yield Buffer.concat(held);
}

/** Two annotators who accept, revise or remove each line of every draft and set a score. */
function annotatedBundle(): TaskBundle {
  const bundle = smallBundle(evaluations / 4);
  const judge = bundle.judges[0]?.name ?? "";
  const kinds = ["conclusion", "evidence", "evidence", "score", "evidence", "explanation", "explanation"] as const;
  const items = kinds.map((kind, line) => ({
    kind,
    text: kind === "score" ? "Score: 4 out of 5." : `Line ${line}: "drops grow heavy", which the answer says in so many words.`,
  }));
  const raw = items.map(({ text }, line) => `${line + 1}. ${text}`).join("\n");
  for (const draft of bundle.judges.flatMap(({ drafts }) => drafts)) Object.assign(draft, { items, raw });
  const evaluation = (criterion: string, turn: number): BundleEvaluation => ({
    criterion,
    startedAt: "2026-01-05T10:00:00.000Z",
    endedAt: "2026-01-05T10:01:00.000Z",
    durationMs: 60_000,
    actions: kinds.map((itemKind, line) => {
      const kind = itemKind === "score" ? "set-score" : (["accept", "accept", "revise", "remove"] as const)[(turn + line) % 4];
      return {
        kind: kind ?? "accept",
        itemId: itemKind === "score" ? null : String(line),
        itemKind: itemKind === "score" ? null : itemKind,
        text: kind === "revise" ? "A better sentence about drops." : null,
        score: itemKind === "score" ? 1 + (turn % 5) : null,
        reason: kind === "remove" ? "It repeats the line before." : null,
        at: "2026-01-05T10:00:30.000Z",
        origin: null,
      };
    }),
  });
  const annotators = ["Ann", "Ben"].map((name, rater) => ({
    name,
    assignments: bundle.samples.map(({ externalId }, turn) => ({
      sampleId: externalId,
      arm: "drafted" as const,
      judge,
      evaluations: bundle.criteria.map((criterion) => evaluation(criterion.name, turn + rater)),
    })),
  }));
  return { ...bundle, annotators };
}

/** The rows of the long-csv, by the least work that SQL can do for them. */
const bareSelect = (taskId: string) => `
  select s.external_id || '/' || c.name, n.name, e.score, c.name, s.external_id, coalesce(s.input_id, s.input_key), s.system, 'annotator', a.arm
  from assignments a
  join samples s on s.id = a.sample_id
  join annotators n on n.id = a.annotator_id
  join evaluations e on e.assignment_id = a.id
  join criteria c on c.id = e.criterion_id
  where a.task_id = '${taskId}' and a.status = 'submitted'
  order by s.position, c.position, n.name`;

const copyBare = (taskId: string) =>
  inTransaction((tx) => readAll(() => tx.bare.query(copyTo(`copy (${bareSelect(taskId)}) to stdout with (format csv, header)`))));

/** An export as a browser gets it: its request with the admin's session, to the last byte. */
async function downloader(url: string) {
  const headers = { "content-type": "application/json", origin: url };
  const reply = await fetch(`${url}/api/auth/sign-in/email`, { method: "POST", headers, body: JSON.stringify(adminAccount) });
  const cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const open = (path: string) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const answered = (response: http.IncomingMessage) =>
        response.statusCode === 200 ? resolve(response) : reject(new Error(`${path}: ${response.statusCode}`));
      http.get(url + path, { headers: { cookie } }, answered).once("error", reject);
    });
  return (projectId: string, format: string) => readAll(() => open(`/api/v1/projects/${projectId}/exports?format=${format}`));
}

/** The rate of an export of ratings as a share of COPY's. */
async function compareRatings(download: Awaited<ReturnType<typeof downloader>>): Promise<number> {
  const { projectId, taskId } = await importRatings();
  await pool().query("vacuum analyze");
  const times: Record<"exported" | "copied", number[]> = { exported: [], copied: [] };
  for (let round = -1; round < repeats; round++) {
    const copied = await copyBare(taskId);
    const exported = await download(projectId, "long-csv");
    if (exported.lines !== ratings + 1 || copied.lines !== exported.lines)
      throw new Error(`${exported.lines} lines were exported and ${copied.lines} copied; ${ratings + 1} were expected`);
    // The first round only warms up.
    if (round < 0) continue;
    times.copied.push(copied.seconds);
    times.exported.push(exported.seconds);
  }
  const ratio = median(times.copied.map((seconds, round) => seconds / (times.exported[round] ?? Number.NaN)));
  console.log(
    `${ratings} ratings as long-csv: ${median(times.exported).toFixed(2)} s · bare COPY ${median(times.copied).toFixed(2)} s · ratio ${ratio.toFixed(2)}`,
  );
  return ratio;
}

/** Seconds that an export of evaluations takes. */
async function timeEvaluations(download: Awaited<ReturnType<typeof downloader>>): Promise<number> {
  const { projectId } = await loadSmallStudy(annotatedBundle());
  await pool().query("vacuum analyze");
  const reads: Read[] = [];
  for (let round = 0; round < 3; round++) reads.push(await download(projectId, "jsonl"));
  const [{ bytes, lines } = { bytes: 0, lines: 0 }] = reads;
  const expected = evaluations + (evaluations / 4) * 3;
  if (lines !== expected) throw new Error(`${lines} lines were exported; ${expected} were expected`);
  const seconds = median(reads.map((read) => read.seconds));
  console.log(`${evaluations} evaluations as jsonl, with their samples and drafts: ${seconds.toFixed(2)} s, ${Math.round(bytes / 1e6)} MB`);
  return seconds;
}

const product = await startProduct({
  demo: false,
  env: { DATABASE_URL: process.env.DATABASE_URL ?? "", REDLINE_SECRET: process.env.REDLINE_SECRET ?? "" },
});
try {
  const download = await downloader(product.url);
  conclude([
    ...atLeast("ratings as long-csv, share of COPY's rate", await compareRatings(download), leastRatio),
    ...atMost("evaluations as jsonl, seconds", await timeEvaluations(download), mostSeconds),
  ]);
} finally {
  await disconnect();
  await product.stop();
}
