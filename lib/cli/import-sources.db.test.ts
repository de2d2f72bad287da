import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { writeZip } from "@/lib/datasets/write-zip";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { llmbarTwin, llmbarTwinCounts, publishedSets } from "@/lib/testing/published-sets";
import { redline } from "@/lib/testing/redline";
import { temporaryFolder } from "../../bin/lib/paths.mjs";

temporaryDatabase();

const folder = temporaryFolder("redline-sources-");

/** Writes files below a folder of their own; gives its path. */
function written(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = join(folder, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

const imported = async (...args: string[]) => {
  const { code, out, err } = await redline(["import", ...args, "--json"]);
  expect(err, args.join(" ")).not.toContain("error");
  expect(code).toBe(0);
  return JSON.parse(out) as { counts: Record<string, number>; warnings: { code: string; count: number }[] };
};
const rows = async (sql: string) => (await pool().query(sql)).rows;

test.each(publishedSets)(
  "$name is imported with one command, and again without a change",
  { timeout: 60_000 },
  async ({ name, files, options = [], counts }) => {
    const path = written(name, files);
    expect((await imported(path, "--project", name, ...options)).counts).toMatchObject(counts);
    const again = (await imported(path, "--project", name, ...options)).counts;
    expect(again).toMatchObject({ samples: 0, ratings: 0, samplesUnchanged: counts.samples, ratingsUnchanged: counts.ratings ?? 0 });
  },
);

test("the README's command imports a whole checkout in the shape of LLMBar's repository", { timeout: 120_000 }, async () => {
  const command = /npm run -s redline -- (import path\/to\/LLMBar .*?) *#/.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";
  const path = written("LLMBar", llmbarTwin());
  const args = command.split(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/).map((word) => word.replaceAll('"', "").replace("path/to/LLMBar", path));
  expect(args.slice(2)).toEqual(["--project", "My study", "--task", "LLMBar"]);
  const { samples, judges, files, withoutWinner, subsets } = llmbarTwinCounts;
  const done = await imported(...args.slice(1));
  expect(done.counts).toMatchObject({ samples, judges, ratings: files * 4 - withoutWinner, criteria: 1, tasks: 1 });
  expect(done.warnings).toMatchObject([
    { code: "values-left-out", count: withoutWinner },
    { code: "file-passed-over", count: files + 1 },
  ]);
  const found = await rows(
    "select subset, gold_label as gold from samples s join tasks t on t.id = s.task_id where t.name = 'LLMBar' order by s.position",
  );
  expect(new Set(found.map(({ subset }) => subset)).size).toBe(subsets);
  expect(found.filter(({ gold }) => gold === "A")).toHaveLength(samples / 2);
  // The last step's verdict counts, in the pair's own order, with the reply that it was read from.
  const verdicts = await rows(
    `select j.name, u.variant, d.score, d.raw, s.external_id as id from drafts d join runs u on u.id = d.run_id join judges j on j.id = u.judge_id
     join samples s on s.id = d.sample_id where j.name in ('GPT-4 Swap', 'ChatGPT Metrics_Reference') and s.subset in ('Natural', 'FairEval') order by 1, 5, 2`,
  );
  expect(verdicts.map(({ name, variant, score, raw, id }) => [name, variant, score, raw, id])).toEqual([
    ["ChatGPT Metrics_Reference", "plain", 1, "Output (a) is better.", "FairEval-1"],
    ["ChatGPT Metrics_Reference", "swapped", 1, "1", "FairEval-1"],
    ["ChatGPT Metrics_Reference", "plain", -1, "Output (a) is better.", "FairEval-2"],
    ["GPT-4 Swap", "plain", 1, "Output (a) is better.", "Natural-1"],
    ["GPT-4 Swap", "swapped", 1, "1", "Natural-1"],
    ["GPT-4 Swap", "plain", -1, "Output (a) is better.", "Natural-2"],
  ]);
  expect((await imported(...args.slice(1))).counts).toMatchObject({ samples: 0, ratings: 0, samplesUnchanged: samples });
});

test("a zip of a table with its images is imported with one command, the images with it", async () => {
  const png = new Uint8Array(Buffer.from("\x89PNG\r\n\x1a\nfirst", "latin1"));
  const gif = new Uint8Array(Buffer.from("GIF89asecond", "latin1"));
  const table = "id,input,output,system,image_url\na,What is this?,A cat.,m,images/cat.png\nb,And this?,A dog.,m,images/dog.gif\n";
  const entries = {
    "photos/data.csv": Buffer.from(table),
    "photos/images/cat.png": png,
    "photos/images/dog.gif": gif,
    "photos/notes.txt": gif,
  };
  const files = Object.entries(entries).map(([at, bytes]) => ({ path: at, body: Readable.from([bytes]) }));
  const zip = await buffer(Readable.from(writeZip(files)));
  const path = join(written("zipped", { "photos.zip": zip }), "photos.zip");
  expect((await imported(path, "--project", "Photos")).counts).toMatchObject({ samples: 2 });
  const stored = await rows(
    "select path, type, bytes from images i join imports m on m.id = i.import_id where m.file_name = 'photos.zip' order by 1",
  );
  expect(stored.map(({ path: at, type, bytes }) => [at, type, new Uint8Array(bytes)])).toEqual([
    ["images/cat.png", "image/png", png],
    ["images/dog.gif", "image/gif", gif],
  ]);
});

test("an id that another file has too is named with that file and row", async () => {
  const path = written("two", { "one.csv": "id,input,output\n1,Q,A\n2,Q,B\n", "two.csv": "id,input,output\n3,Q,A\n4,Q,A\n2,Q,C\n4,Q,D\n" });
  const { code, err } = await redline(["import", path, "--project", "Twice", "--task", "T"]);
  expect(code).toBe(2);
  expect(err).toContain('two/two.csv, row 4, id: The id "2" is already in two/one.csv, row 3.');
  expect(err).toContain('two/two.csv, row 5, id: The id "4" is already in row 3.');
});

test("a mapping is kept under a name and used again; a changed file is refused with what it changes, and replaces it when asked to", async () => {
  const first = written("kept", { "a.csv": "frage,antwort\nQ1,A1\n", "b.csv": "frage,antwort\nQ1,B1\n" });
  const of = (file: string, ...more: string[]) => ["import", join(first, file), "--project", "Kept", "--task", "T", ...more];
  const saved = await redline(of("a.csv", "--map", "input=frage,output=antwort", "--save-mapping", "German"));
  expect(saved.out).toBe("Imported a.csv: 1 sample.\n");
  expect((await redline(of("a.csv", "--mapping", "German"))).out).toBe("Imported a.csv: 1 sample already here.\n");
  expect((await redline(of("a.csv", "--mapping", "Dutch"))).err).toContain('it has "German"');
  const refused = await redline(of("b.csv", "--mapping", "German"));
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain(
    'b.csv, row 2, sample "1": output "A1" -> "B1"\n1 sample is here with other content. Nothing was written. --update changes',
  );
  expect((await redline(of("b.csv", "--mapping", "German", "--skip-bad-rows"))).out).toBe(
    "Imported b.csv: 1 changed sample left as it is.\n",
  );
  expect((await redline(of("b.csv", "--mapping", "German", "--update"))).out).toBe("Imported b.csv: 1 sample updated.\n");
});

test("a file is not imported into a new project without a name", async () => {
  const path = join(written("nameless", { "a.csv": "id,input,output\n1,q,a\n" }), "a.csv");
  expect(await redline(["import", path, "--project", " "])).toMatchObject({
    code: 2,
    err: "error: --project: a name of 1 to 200 characters\n",
  });
});
