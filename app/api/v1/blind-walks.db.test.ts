import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { type EndpointName, endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { planContent } from "@/lib/domain/study-plan";
import type { RouteHandler } from "@/lib/http/route";
import { type SeededRandom, seededRandom } from "@/lib/stats";
import { keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { loadRoute } from "@/lib/testing/route-files";
import { action, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { addComment } from "@/lib/workflows/add-comment";
import { saveGoldSample } from "@/lib/workflows/save-gold-sample";
import { savePlan } from "@/lib/workflows/save-plan";
import { startPlan } from "@/lib/workflows/start-plan";

temporaryInstance();

// `WALKS=1000 npm test -- --only db blind-walks` walks longer.
const walks = Number(process.env.WALKS ?? 25);
const steps = 24;

/** Whatever an annotator of the blind arm must never receive, planted so that each is recognised wherever it turns up. */
const secrets = {
  draft: "SECRET-DRAFT",
  judge: "zqx-judge-name",
  model: "zqx-model-name",
  system: "zqx-system",
  subset: "zqx-subset",
  externalId: "zqx-id",
  gold: "zqx-gold",
  hiddenAmongTheWork: '"purpose"',
  planted: '"planted"',
  answer: "zqx-known-answer",
  metadata: "zqx-metadata",
  otherPerson: "zqx-person",
  otherText: "zqx-other-text",
  otherMark: '"kind":"allow"',
  plan: "zqx-plan-consent",
  discussion: "zqx-discussion",
};

/** An id that names the system, as imported ids often do. */
const idOf = (id: string) => `${secrets.externalId}-${id}`;

let taskId = "";
let projectId = "";
let walker: Record<string, string>;
let planId = "";
const criteria: string[] = [];
/** Others' work, whose ids an annotator could only have guessed. */
let othersWork: string[] = [];

/** Those of the values that an endpoint knows; it would refuse the others by name. */
function knownTo({ body }: Endpoint, values: object): object {
  const shape = (body as { shape?: object } | undefined)?.shape ?? {};
  return Object.fromEntries(Object.entries(values).filter(([key]) => key in shape));
}

async function call(name: EndpointName, headers: Record<string, string>, params: Record<string, string>, body?: object) {
  const endpoint: Endpoint = endpoints[name];
  const module = await loadRoute<Record<string, RouteHandler>>(endpoint.path);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, parameter: string) => params[parameter] ?? "");
  const query = name === "listComments" ? `?on=${params.on}&id=${params.targetId}` : "";
  const request = new Request(`http://127.0.0.1:3000/api/v1${path}${query}`, {
    method: endpoint.method,
    headers: { ...headers, "content-type": "application/json" },
    ...(endpoint.body && { body: JSON.stringify(body ?? {}) }),
  });
  const response = await module[endpoint.method]?.(request, { params: Promise.resolve(params) });
  if (!response) expect.fail(`no route for ${name}`);
  const text = await response.text();
  const sent = `${response.status} ${JSON.stringify([...response.headers])} ${text}`;
  return { sent, json: response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : null };
}

beforeAll(async () => {
  const bundle = smallBundle(12);
  bundle.samples.forEach((sample, index) => {
    sample.system = `${secrets.system}-${index % 3}`;
    sample.externalId = idOf(sample.externalId);
    sample.subset = secrets.subset;
    sample.metadata = { note: secrets.metadata, gold: secrets.gold };
  });
  for (const judge of bundle.judges) {
    Object.assign(judge, { name: secrets.judge, model: secrets.model });
    for (const draft of judge.drafts) draft.sampleId = idOf(draft.sampleId);
  }
  for (const { scale } of bundle.criteria) scale.several = true;
  const study = await loadSmallStudy(bundle);
  ({ taskId, projectId } = study);
  criteria.push(...study.criteria);
  const researcher = await makeAccount({ roles: { [projectId]: "researcher" } });
  // Two samples with known answers are hidden among each person's work.
  const last = await pool().query<{ id: string }>("select id from samples where task_id = $1 and position >= 10", [taskId]);
  const answers = criteria.map((criterionId) => ({ criterionId, score: 2, tolerance: 1, why: secrets.answer }));
  for (const { id } of last.rows)
    await saveGoldSample(researcher.actor, { taskId, sampleId: id, use: "hidden", note: secrets.answer, answers });
  const { rows } = await pool().query<{ id: string }>("select id from runs where task_id = $1", [taskId]);
  const plan = planContent.parse({
    goldShare: 0.3,
    design: "parallel",
    arms: [{ arm: "blind" }, { arm: "drafted", runId: rows[0]?.id, share: 1 }],
    people: 4,
    overlap: 4,
    consent: "",
    pay: { currency: secrets.plan.slice(0, 8), perHour: 10 },
  });
  await savePlan(researcher.actor, { taskId, ...plan });
  planId = (await startPlan(researcher.actor, { taskId })).id;
  const seatOf = async (arm: string) =>
    (
      await pool().query<{ id: string }>(
        "select s.id from plan_seats s where s.plan_id = $1 and s.annotator_id is null and exists (select 1 from plan_slots p where p.seat_id = s.id and p.arm = $2) limit 1",
        [planId, arm],
      )
    ).rows[0]?.id;
  const seat = async (arm: string) => {
    const account = await makeAccount({ roles: { [projectId]: "annotator" } });
    const made = await pool().query<{ id: string }>("insert into annotators (project_id, name, user_id) values ($1, $2, $3) returning id", [
      projectId,
      `${secrets.otherPerson} ${arm} ${account.userId}`,
      account.userId,
    ]);
    await pool().query("update plan_seats set annotator_id = $1 where id = $2", [made.rows[0]?.id, await seatOf(arm)]);
    return keyHeaders(account);
  };
  // Others work beside the walker, drafted and blind, on the same samples.
  for (const arm of ["drafted", "blind"]) {
    const headers = await seat(arm);
    for (let n = 0; n < 6; n++) {
      const { json } = await call("nextAssignment", headers, { taskId });
      for (const criterionId of criteria) {
        const added = action({ kind: "add", itemKind: "evidence", text: secrets.otherText, parentId: null });
        const scored = action({ kind: "set-score", score: 3, parentId: added.id });
        const marked = action({ kind: "allow", score: 5, parentId: scored.id });
        await call("saveActions", headers, { assignmentId: json.assignmentId }, { criterionId, actions: [added, scored, marked] });
      }
      await call("flagAssignment", headers, { assignmentId: json.assignmentId }, { note: secrets.otherText });
      await call("skipAssignment", headers, { assignmentId: json.assignmentId }, { reason: secrets.otherText });
    }
  }
  walker = await seat("blind");
  const { rows: marks } = await pool().query("select also_acceptable as marks from evaluations");
  expect(marks).toEqual(Array(24).fill({ marks: [5] }));
  othersWork = (await pool().query<{ id: string }>("select id from assignments where task_id = $1", [taskId])).rows.map(({ id }) => id);
  const samples = await pool().query<{ id: string }>("select id from samples where task_id = $1", [taskId]);
  const targets = [
    ...othersWork.map((id) => ["assignment", id] as const),
    ...samples.rows.map(({ id }) => ["sample", id] as const),
    ...criteria.map((id) => ["criterion", id] as const),
  ];
  const { rows: everybody } = await pool().query<{ name: string }>("select u.name from users u join memberships m on m.user_id = u.id");
  const text = `${secrets.discussion} ${everybody.map(({ name }) => `@${name}`).join(" ")}`;
  for (const [on, id] of targets) await addComment(researcher.actor, { on, id, text });
  await pool().query(
    `insert into adjudications (sample_id, criterion_id, user_id, first_score, final_score, final_at, reason, ratings, median, range)
     select s.id, c.id, $2, 3, 4, now(), $3, 2, 3, 1 from samples s, criteria c where s.task_id = $1 and c.id = any ($4)`,
    [taskId, researcher.userId, secrets.discussion, criteria],
  );
  // A calibration round that another person has rated and the walker has not.
  await pool().query(
    `with round as (
       insert into calibration_rounds (task_id, number, criteria_set_id, required, closed_at)
       select task_id, 1, id, false, now() from criteria_sets where task_id = $1 and status = 'published' returning id, criteria_set_id
     ), one as (select id, task_id from samples where task_id = $1 and position = 0),
     member as (insert into calibration_samples (round_id, position, sample_id) select round.id, 0, one.id from round, one),
     rated as (
       insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, purpose, status, submitted_at)
       select one.task_id, one.id, n.id, round.criteria_set_id, 'blind', 'calibration', 'submitted', now()
       from one, round, (select id from annotators where name like $2 || ' drafted%' limit 1) n returning id
     ), unit as (insert into evaluations (assignment_id, criterion_id, score, complete) select id, $3, 3, true from rated returning id)
     insert into actions (id, evaluation_id, seq, kind, item_kind, text, at) select gen_random_uuid(), id, 0, 'add', 'evidence', $4, now() from unit`,
    [taskId, secrets.otherPerson, criteria[0], secrets.otherText],
  );
  // Their own name is theirs to know.
  await pool().query(
    "update annotators set name = 'walker' where user_id = (select user_id from api_keys order by created_at desc limit 1)",
  );
});

/** What an annotator, or a script in their browser, may try: everything there is, with every id they have come across. */
const tries = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => !["deleteAccount", "createApiKey", "revokeApiKey"].includes(name),
);

async function walk(random: SeededRandom): Promise<string[]> {
  const found: string[] = [];
  const known: string[] = [taskId, projectId, planId, ...criteria, ...othersWork];
  const pick = <T>(values: readonly T[]) => values[random.int(values.length)] as T;
  let assignmentId = "";
  let last: string | null = null;
  for (let step = 0; step < steps; step++) {
    const roll = random.next();
    const own = {
      assignmentId,
      taskId,
      projectId,
      criteriaSetId: pick(known),
      sampleId: pick(known),
      runId: pick(known),
      seatId: pick(known),
      userId: pick(known),
      on: pick(["assignment", "sample", "criterion"]),
      targetId: pick(known),
      commentId: pick(known),
      criterionId: pick(criteria),
      adjudicationId: pick(known),
      number: "1",
    };
    const name: EndpointName =
      assignmentId === "" || roll < 0.15
        ? "nextAssignment"
        : roll < 0.3
          ? "openAssignment"
          : roll < 0.5
            ? "saveActions"
            : pick([
                "submitAssignment",
                "submitAndNext",
                "prepareAssignment",
                "skipAssignment",
                "reopenAssignment",
                "flagAssignment",
                "revealDrafts",
                "getTask",
                "listTasks",
                "listAssignments",
                "listComments",
                "listMentions",
                "listCalibration",
                "compareCalibration",
                ...tries,
              ] as const);
    const criterionId = pick(criteria);
    const scored = action({ kind: "set-score", score: 1 + random.int(5), parentId: random.next() < 0.5 ? last : null });
    const body = {
      criterionId,
      actions: [scored],
      reason: "r",
      note: "n",
      on: own.on,
      id: own.targetId,
      text: "t",
      commentIds: [],
      after: assignmentId,
    };
    const { sent, json } = await call(name, walker, own, knownTo(endpoints[name], body));
    if (name === "saveActions") last = json?.lastActionId ?? null;
    if (typeof json?.assignmentId === "string") assignmentId = json.assignmentId;
    known.push(...(sent.match(/[\da-f]{8}-[\da-f-]{27}/g) ?? []));
    for (const [what, secret] of Object.entries(secrets)) if (sent.includes(secret)) found.push(`${name}: ${what}`);
  }
  return found;
}

test(`${walks} random walks through the interface bring an annotator of the blind arm nothing of drafts, judges, systems, gold or others' work`, {
  timeout: 60_000 + 1000 * walks,
}, async () => {
  const leaks = new Set<string>();
  for (let seed = 1; seed <= walks; seed++) for (const leak of await walk(seededRandom(seed))) leaks.add(leak);
  expect([...leaks]).toEqual([]);
  const { rows } = await pool().query("select count(*)::int as n from assignments where plan_id = $1 and arm = 'blind'", [planId]);
  expect(rows[0]?.n).toBeGreaterThan(6);
  const hidden = await pool().query(
    "select count(*)::int as n from assignments a join annotators n on n.id = a.annotator_id where n.name = 'walker' and a.purpose = 'gold'",
  );
  expect(hidden.rows[0]?.n).toBe(2);
});

test("an annotator of the drafted arm does receive the draft, so that the walks could have found one", async () => {
  const { rows } = await pool().query<{ id: string }>(
    "select s.annotator_id as id from plan_seats s where s.plan_id = $1 and s.annotator_id is null limit 1",
    [planId],
  );
  expect(rows).toHaveLength(1);
  const account = await makeAccount({ roles: { [projectId]: "annotator" } });
  const headers = await keyHeaders(account);
  const { json } = await call("nextAssignment", headers, { taskId });
  expect((await call("openAssignment", headers, { assignmentId: json.assignmentId })).sent).toContain(secrets.draft);
});
