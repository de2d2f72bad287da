import { sql } from "kysely";
import { inTransaction, longPool, type Tx } from "@/lib/db/client";
import { createProjectRow } from "@/lib/db/projects";
import { withoutKeyTriggers } from "@/lib/db/without-key-triggers";
import { demandPossibleSize, type GeneratedStudySize } from "@/lib/domain/generated-study";

/** The rows that all samples of a generated study share. */
interface Frame {
  projectId: string;
  taskId: string;
  setId: string;
  runId: string;
}

/** Samples per statement: enough that planning costs nothing, few enough that progress can be seen. */
const chunk = 20_000;

/** The first statements write fewer, since their plans are made for tables of which nothing is known yet. */
const firstChunk = 500;

const analyzeTables = "analyze samples, drafts, assignments, evaluations, actions";

/** Samples that nobody has rated yet, so that the queue has something to give out. */
const freeShare = 0.01;

/**
 * Writes a study of any size inside the database, all or nothing: samples, a judge's drafts, and people's work on them, half of it without drafts. The
 * same size gives the same texts and scores. Scores are a sample's quality, a rater's severity and noise, cut to the scale, and people are drawn
 * towards the draft they saw. Throws already_exists for a taken name, and invalid_input for a size that cannot be.
 */
export async function insertGeneratedStudy(
  name: string,
  size: GeneratedStudySize,
  sentences: readonly string[],
  onSamples: (written: number) => void = () => undefined,
): Promise<{ projectId: string; taskId: string }> {
  demandPossibleSize(size);
  const frame = await inTransaction(async (tx) => {
    await prepareSession(tx);
    const made = await insertFrame(tx, name, size);
    const rated = Math.max(0, size.samples - Math.max(1, Math.round(size.samples * freeShare)));
    for (let from = 0, to = 0; from < size.samples; from = to) {
      to = Math.min(size.samples, from === 0 ? firstChunk : from + chunk);
      // The planner sees what this transaction has written so far.
      if (from === firstChunk || from === firstChunk + chunk) await sql.raw(analyzeTables).execute(tx);
      await insertSamples(tx, made, { size, sentences, from, to, rated });
      await insertDrafts(tx, made, { from, to });
      await insertAssignments(tx, made, { size, from, to: Math.min(to, rated) });
      await insertEvaluations(tx, made, { from, to });
      await insertActions(tx, made, { from, to });
      onSamples(to);
    }
    // The triggers that count a task's changes may have been left out with those of foreign keys.
    await sql`select count_task_changes(array[${made.taskId}::uuid])`.execute(tx);
    return made;
  }, longPool());
  // Until statistics are collected, plans would be made for small tables.
  await inTransaction((tx) => sql.raw(analyzeTables).execute(tx), longPool());
  return { projectId: frame.projectId, taskId: frame.taskId };
}

/**
 * Functions of the session that the statements share, and no foreign keys where the role may leave them out: every row refers to rows that the same
 * transaction made.
 */
async function prepareSession(tx: Tx): Promise<void> {
  await withoutKeyTriggers(tx);
  const functions = {
    // A number in [0, 1) that looks drawn and depends on nothing but its arguments.
    "share(n int, k int) returns float8": "(hashint8extended(n, k) & 1048575) / 1048576.0::float8",
    "on_scale(latent float8) returns int": "least(5, greatest(1, round(3.4 + 1.1 * latent)))::int",
    "truth(n int, c int) returns float8": `(pg_temp.share(n, 1) + pg_temp.share(n, 2) + pg_temp.share(n, 3) - 1.5) * 1.6
      + case when n % 2 = 0 then 0.3 else -0.3 end + (pg_temp.share(n, 100 + c) + pg_temp.share(n, 200 + c) - 1) * 1.5`,
    "drafted(n int, c int) returns int":
      "pg_temp.on_scale(pg_temp.truth(n, c) + 0.3 + (pg_temp.share(n, 300 + c) + pg_temp.share(n, 400 + c) - 1) * 1.5)",
    "own(n int, c int, rater int) returns int": `pg_temp.on_scale(pg_temp.truth(n, c) - (pg_temp.share(rater, 5) - 0.5) * 0.8
      + (pg_temp.share(n, 1000 + rater * 40 + c) + pg_temp.share(n, 1020 + rater * 40 + c) - 1) * 1.2)`,
    // Most keep a draft that is one point off: the anchoring that the blind arm exists to measure.
    "kept(n int, c int, rater int) returns int": `case when abs(pg_temp.own(n, c, rater) - pg_temp.drafted(n, c)) <= 1
      and pg_temp.share(n, 90000 + rater * 40 + c) < 0.7 then pg_temp.drafted(n, c) else pg_temp.own(n, c, rater) end`,
  };
  for (const [head, body] of Object.entries(functions))
    await sql.raw(`create or replace function pg_temp.${head} language sql immutable as $$ select ${body} $$`).execute(tx);
}

async function insertFrame(tx: Tx, name: string, size: GeneratedStudySize): Promise<Frame> {
  const projectId = await createProjectRow(tx, { name, description: "Made by a generator, to try the product at size." });
  const task = { projectId, name: "Generated study", mayAcceptRest: true, annotatorsPerSample: size.ratersPerSample };
  const { id: taskId } = await tx.insertInto("tasks").values(task).returning("id").executeTakeFirstOrThrow();
  const set = { taskId, version: 1, status: "published" as const, publishedAt: sql<Date>`now()` };
  const { id: setId } = await tx.insertInto("criteriaSets").values(set).returning("id").executeTakeFirstOrThrow();
  const scale = JSON.stringify({ min: 1, max: 5, step: 1, levels: [] });
  await tx
    .insertInto("criteria")
    .values(
      Array.from({ length: size.criteria }, (_, position) => ({
        criteriaSetId: setId,
        position,
        name: `Criterion ${position + 1}`,
        scale,
      })),
    )
    .execute();
  await tx
    .insertInto("annotators")
    .values(Array.from({ length: size.annotators }, (_, n) => ({ projectId, name: `Annotator ${String(n + 1).padStart(4, "0")}` })))
    .execute();
  const judge = { projectId, name: "Generated judge", kind: "imported" as const, protocol: "imported" };
  const { id: judgeId } = await tx.insertInto("judges").values(judge).returning("id").executeTakeFirstOrThrow();
  const run = { taskId, judgeId, criteriaSetId: setId, protocol: "step-by-step", promptVersion: "generated" };
  const { id: runId } = await tx
    .insertInto("runs")
    .values({ ...run, kind: "evaluation", status: "done", startedAt: sql<Date>`now()`, endedAt: sql<Date>`now()` })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.updateTable("tasks").set({ draftRunId: runId }).where("id", "=", taskId).execute();
  return { projectId, taskId, setId, runId };
}

interface Range {
  from: number;
  to: number;
}

/** Two systems answer each question. The hashes are those of an import, so that an export of the study imports as unchanged. */
async function insertSamples(
  tx: Tx,
  { taskId }: Frame,
  { size, sentences, from, to, rated }: Range & { size: GeneratedStudySize; sentences: readonly string[]; rated: number },
): Promise<void> {
  const said = (k: number) => sql`said[1 + floor(pg_temp.share(n, ${sql.lit(k)}) * ${sql.lit(sentences.length)})::int]`;
  await sql`insert into samples (task_id, external_id, position, input, output, system, input_key, content_hash, filled_slots)
    select ${taskId}::uuid, 's' || n + 1, n, input, output, system, encode(sha256(convert_to(input, 'UTF8')), 'hex'),
      encode(sha256(convert_to('[' || to_json(input) || ',' || to_json(output) || ',null,' || to_json(system)
        || ',null,null,null,null,{"pairs":[]}]', 'UTF8')), 'hex'),
      case when n < ${rated}::int then ${size.ratersPerSample}::int else 0 end
    from (
      select n, 'Question ' || n / 2 + 1 || ': ' || said[1 + floor(pg_temp.share(n / 2, 10) * ${sql.lit(sentences.length)})::int] as input,
        concat_ws(' ', ${said(11)}, ${said(12)}, ${said(13)}, ${said(14)}, ${said(15)}) as output,
        case when n % 2 = 0 then 'System A' else 'System B' end as system
      from generate_series(${from}::int, ${to - 1}::int) n, (select ${[...sentences]}::text[] as said) texts
    ) made`.execute(tx);
}

/** A draft has five lines: a conclusion, its score, two quotes and an explanation. */
async function insertDrafts(tx: Tx, { taskId, setId, runId }: Frame, { from, to }: Range): Promise<void> {
  await sql`insert into drafts (run_id, sample_id, criterion_id, score, items, raw)
    select ${runId}::uuid, sample_id, criterion_id, score,
      jsonb_build_array(jsonb_build_object('kind', 'conclusion', 'text', conclusion), jsonb_build_object('kind', 'score', 'text', said),
        jsonb_build_object('kind', 'evidence', 'text', one), jsonb_build_object('kind', 'evidence', 'text', two),
        jsonb_build_object('kind', 'explanation', 'text', why)),
      concat_ws(E'\n', conclusion, said, one, two, why)
    from (
      select s.id as sample_id, c.id as criterion_id, drafted.score, 'Score: ' || drafted.score || ' out of 5.' as said,
        'The output ' || case when drafted.score >= 4 then 'meets' when drafted.score >= 3 then 'partly meets' else 'does not meet' end
          || ' ' || c.name || '.' as conclusion,
        '"' || split_part(s.output, '. ', 1) || '"' as one, '"' || split_part(s.output, '. ', 3) || '"' as two,
        'Both quotes speak for a ' || drafted.score || '.' as why
      from samples s join criteria c on c.criteria_set_id = ${setId}::uuid,
        lateral (select pg_temp.drafted(s.position, c.position) as score) drafted
      where s.task_id = ${taskId}::uuid and s.position between ${from}::int and ${to - 1}::int
    ) made`.execute(tx);
}

/** Neighbours rate the same samples, so that every two of them share some. */
async function insertAssignments(
  tx: Tx,
  { projectId, taskId, setId, runId }: Frame,
  { size, from, to }: Range & { size: GeneratedStudySize },
): Promise<void> {
  if (to <= from) return;
  await sql`insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, run_id, arm, status, slot, submitted_at)
    select s.task_id, s.id, a.id, ${setId}::uuid, case when slot % 2 = 0 then ${runId}::uuid end,
      case when slot % 2 = 0 then 'drafted' else 'blind' end, 'submitted', slot,
      timestamptz '2026-01-05 08:00Z' + make_interval(secs => s.position * 3 + slot)
    from samples s cross join generate_series(0, ${size.ratersPerSample - 1}::int) slot
      join (select id, (row_number() over (order by name) - 1)::int as no from annotators where project_id = ${projectId}::uuid) a
        on a.no = (s.position + slot) % ${size.annotators}::int
    where s.task_id = ${taskId}::uuid and s.position between ${from}::int and ${to - 1}::int`.execute(tx);
}

/** In the tally, the draft's lines are accepted with the rest, but for a score that was revised. */
async function insertEvaluations(tx: Tx, { projectId, taskId, setId, runId }: Frame, { from, to }: Range): Promise<void> {
  const count = (kind: string, lines: number) =>
    `"${kind}": {"accept": ${lines}, "revise": 0, "remove": 0, "add": 0, "together": ${lines}}`;
  const others = `${count("conclusion", 1)}, ${count("evidence", 2)}, ${count("explanation", 1)}`;
  const accepted = `{${count("score", 1)}, ${others}}`;
  const revised = `{"score": {"accept": 0, "revise": 1, "remove": 0, "add": 0}, ${others}}`;
  await sql`insert into evaluations (assignment_id, criterion_id, shown_draft_id, score, complete, tally, started_at, ended_at, duration_ms)
    select id, criterion_id, draft_id, score, true,
      case when draft_id is null then '{}' when score = drafted then ${accepted}::jsonb else ${revised}::jsonb end,
      submitted_at - make_interval(secs => spent_ms / 1000.0), submitted_at, spent_ms
    from (
      select a.id, c.id as criterion_id, d.id as draft_id, d.score as drafted, a.submitted_at,
        case when a.arm = 'blind' then pg_temp.own(s.position, c.position, n.no) else pg_temp.kept(s.position, c.position, n.no) end as score,
        (4000 + 40000 * pg_temp.share(s.position, 500 + n.no * 20 + c.position) ^ 2)::int as spent_ms
      from samples s join assignments a on a.sample_id = s.id
        join (select id, (row_number() over (order by name) - 1)::int as no from annotators where project_id = ${projectId}::uuid) n
          on n.id = a.annotator_id
        join criteria c on c.criteria_set_id = ${setId}::uuid
        left join drafts d on a.arm = 'drafted' and d.run_id = ${runId}::uuid and d.sample_id = s.id and d.criterion_id = c.id
      where s.task_id = ${taskId}::uuid and s.position between ${from}::int and ${to - 1}::int
    ) made`.execute(tx);
  await sql`update assignments a set packed_ratings = pack_ratings(a.id) from samples s
    where s.id = a.sample_id and s.task_id = ${taskId}::uuid and s.position between ${from}::int and ${to - 1}::int`.execute(tx);
}

/** One action says the score of a blind unit, one accepts a whole draft, and two revise its score and accept the rest. */
async function insertActions(tx: Tx, { taskId }: Frame, { from, to }: Range): Promise<void> {
  await sql`insert into actions (id, evaluation_id, seq, parent_id, kind, item_id, item_kind, text, score, reason, at)
    select md5(e.id || ':' || seq)::uuid, e.id, seq, case when seq = 1 then md5(e.id || ':0')::uuid end, kind,
      case when kind = 'revise' then '1' end, case when kind = 'revise' then 'score' end,
      case when kind = 'revise' then 'Score: ' || e.score || ' out of 5.' end,
      case when kind <> 'accept-rest' then e.score end, case when kind = 'revise' then 'The draft is off.' end, e.ended_at
    from samples s join assignments a on a.sample_id = s.id join evaluations e on e.assignment_id = a.id
      left join drafts d on d.id = e.shown_draft_id,
      lateral (
        select 0 as seq, case when d.id is null then 'set-score' when e.score = d.score then 'accept-rest' else 'revise' end as kind
        union all select 1, 'accept-rest' where e.score <> d.score
      ) made
    where s.task_id = ${taskId}::uuid and s.position between ${from}::int and ${to - 1}::int`.execute(tx);
}
