import { beforeEach, describe, expect, test } from "vitest";
import { POST as authPost } from "@/app/api/auth/[...path]/route";
import { POST as open } from "@/app/api/take-part/[token]/route";
import { PUT as saveLinkRoute } from "@/app/api/v1/tasks/[taskId]/plan/link/route";
import { listAuditEvents } from "@/lib/db/audit";
import { pool } from "@/lib/db/client";
import { saveLinkBody } from "@/lib/domain/participation";
import type { Actor } from "@/lib/domain/policy";
import { taskContent } from "@/lib/domain/project";
import { actorBehind, keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { choices, next, type PlannedStudy, plannableStudy, rateAll, rateOne, started } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { instanceAdmin } from "@/lib/testing/small-study";
import { closePlan } from "./close-plan";
import { createApiKey } from "./create-api-key";
import { createTask } from "./create-task";
import { declineConsent } from "./decline-consent";
import { endParticipation } from "./end-participation";
import { exportProject } from "./export-project";
import { getTask } from "./get-task";
import { giveConsent } from "./give-consent";
import { invitePerson } from "./invite-person";
import { listTaskPlans } from "./list-task-plans";
import { listTasks } from "./list-tasks";
import { nextAssignment } from "./next-assignment";
import { readOwnParticipation } from "./read-own-participation";
import { readParticipation } from "./read-participation";
import { renewParticipationLink } from "./renew-participation-link";
import { resetPassword } from "./reset-password";
import { saveParticipationLink } from "./save-participation-link";
import { savePlan } from "./save-plan";
import { updatePerson } from "./update-person";

temporaryInstance();

const codes = saveLinkBody.parse({
  completionCode: "DONE11",
  declinedCode: "NO22",
  screenedOutCode: "OUT33",
  returnUrl: "https://service.example/return?cc={code}",
});

let one: PlannedStudy;
let token = "";
beforeEach(async () => {
  one = await plannableStudy(4);
  await started(one, { people: 2, overlap: 1, arms: [{ arm: "blind", runId: null, share: 1 }], consent: "You rate answers." });
  token = await makeLink({});
});

async function makeLink(change: Partial<typeof codes>): Promise<string> {
  await saveParticipationLink(one.researcher, { taskId: one.taskId, ...codes, ...change });
  const { link } = await readParticipation(one.researcher, { taskId: one.taskId });
  return link?.url.split("/take-part/")[1] ?? "";
}

interface Reply {
  status: number;
  body: { path?: string; error?: { message: string; details?: Record<string, unknown> } };
  cookie: string;
}

async function opening(query: Record<string, string>, { as = "", leaveAccount = false, link = token } = {}): Promise<Reply> {
  const request = new Request("http://127.0.0.1:3000/api/take-part/x", {
    method: "POST",
    body: JSON.stringify({ query, leaveAccount }),
    headers: { "content-type": "application/json", ...(as && { cookie: as }) },
  });
  const response = await open(request, { params: Promise.resolve({ token: link }) });
  const cookie = response.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  return { status: response.status, body: await response.json(), cookie };
}

const actorOf = ({ cookie }: Reply): Promise<Actor> => actorBehind(new Headers({ cookie }));
const count = async (table: string) => (await pool().query<{ n: number }>(`select count(*)::int n from ${table}`)).rows[0]?.n;

describe("a participation link", () => {
  test("signs a person in with a place of their own, through consent and work to the completion code", async () => {
    const reply = await opening({ participant: "5f1a", study: "S77" });
    expect(reply.body).toEqual({ path: `/projects/${one.projectId}/annotate/next` });
    const actor = await actorOf(reply);
    expect([...actor.memberships]).toEqual([[one.projectId, "annotator"]]);
    expect((await nextAssignment(actor, one)).gate).toEqual({ kind: "consent", text: "You rate answers." });
    await giveConsent(actor, one);
    await rateOne(one, actor);
    expect(await readOwnParticipation(actor, one)).toEqual({
      outcome: null,
      code: "",
      returnUrl: "",
      skipped: 0,
      ratings: 2,
      submitted: 1,
    });
    await rateAll(one, actor);
    expect(await readOwnParticipation(actor, one)).toEqual({
      ...{ outcome: "completed", code: "DONE11", returnUrl: "https://service.example/return?cc=DONE11" },
      ...{ skipped: 0, ratings: 2, submitted: 2 },
    });
    const { participants } = await readParticipation(one.researcher, one);
    expect(participants).toMatchObject([{ externalId: "5f1a", serviceStudy: "S77", outcome: "completed", ratings: 2, submitted: 2 }]);
  });

  test("ends with a code of its own for who fails the exam and has no try left", async () => {
    const actor = await actorOf(await opening({ participant: "unfit" }));
    await giveConsent(actor, one);
    const exam = { samples: [], passMark: 0.5, tries: 2, instructions: "" };
    const { rows } = await pool().query<{ id: string }>(
      "insert into exams (task_id, version, criteria_set_id, content) select task_id, 1, criteria_set_id, $2 from study_plans where task_id = $1 and status = 'running' returning id",
      [one.taskId, exam],
    );
    const fail = (number: number) =>
      pool().query(
        "insert into exam_tries (exam_id, task_id, annotator_id, number, ended_at, within, scored, passed) select $1, $2, id, $4, now(), 0, 4, false from annotators where user_id = $3",
        [rows[0]?.id, one.taskId, actor.userId, number],
      );
    await fail(1);
    expect(await readOwnParticipation(actor, one)).toMatchObject({ outcome: null, code: "" });
    await fail(2);
    const returnUrl = "https://service.example/return?cc=OUT33";
    expect(await readOwnParticipation(actor, one)).toMatchObject({ outcome: "screened-out", code: "OUT33", returnUrl });
    const { participants } = await readParticipation(one.researcher, one);
    expect(participants).toContainEqual(expect.objectContaining({ externalId: "unfit", outcome: "screened-out" }));
    await pool().query("update exams set closed_at = now() where id = $1", [rows[0]?.id]);
  });

  test("continues as the same person under the same id, in any tab, and as another under another", async () => {
    const users = (await count("users")) ?? 0;
    const replies = await Promise.all(Array.from({ length: 6 }, () => opening({ PROLIFIC_PID: "same" })));
    const ids = new Set((await Promise.all(replies.map(actorOf))).map((actor) => actor.userId));
    expect(ids.size).toBe(1);
    expect(await count("users")).toBe(users + 1);
    const other = await actorOf(await opening({ workerId: "other" }, { as: replies[0]?.cookie ?? "" }));
    expect(ids.has(other.userId)).toBe(false);
    expect(await count("users")).toBe(users + 2);
  });

  test("admits no more people than there are places, and makes no account for the rest", async () => {
    const users = (await count("users")) ?? 0;
    const replies = await Promise.all(["a", "b", "c", "d"].map((participant) => opening({ participant })));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 200, 409, 409]);
    expect(replies.find((reply) => reply.status === 409)?.body.error?.message).toBe("All places in this study are taken.");
    expect(await count("users")).toBe(users + 2);
  });

  test("names what is wrong with an address without an id or with a forged one", async () => {
    expect((await opening({ study: "S1" })).body.error?.message).toContain("must end in ?participant=YOUR_ID");
    for (const participant of ["x y", "<b>", "a".repeat(129), "ä"]) {
      const reply = await opening({ participant });
      expect([reply.status, reply.body.error?.message]).toEqual([422, expect.stringContaining("is not valid")]);
    }
    token = await makeLink({ idParameter: "pid" });
    expect((await opening({ pid: "p-1" })).status).toBe(200);
  });

  test("asks somebody with an ordinary account before it signs them out", async () => {
    const cookie = (await opening({ participant: "a" })).cookie;
    const researcher = await makeAccount({ roles: { [one.projectId]: "researcher" } });
    const key = await keyHeaders(researcher);
    const request = new Request("http://127.0.0.1:3000/api/take-part/x", {
      method: "POST",
      body: JSON.stringify({ query: { participant: "b" } }),
      headers: { "content-type": "application/json", ...key },
    });
    const refused = await open(request, { params: Promise.resolve({ token }) });
    expect([refused.status, (await refused.json()).error.details]).toEqual([409, { signedInAs: researcher.actor.name }]);
    expect((await opening({ participant: "b" }, { as: cookie })).status).toBe(200);
  });

  test("closed, it takes nobody new and lets those who came before go on; renewed, only its new address works", async () => {
    const first = await opening({ participant: "a" });
    await makeLink({ open: false });
    expect((await opening({ participant: "b" })).body.error?.message).toBe("This study takes no new people any more.");
    expect((await actorOf(await opening({ participant: "a" }))).userId).toBe((await actorOf(first)).userId);
    const old = token;
    await renewParticipationLink(one.researcher, one);
    token = await makeLink({ open: true });
    expect((await opening({ participant: "a" }, { link: old })).status).toBe(404);
    expect((await actorOf(await opening({ participant: "a" }))).userId).toBe((await actorOf(first)).userId);
  });

  test("is dead before the study starts and once it is closed", async () => {
    const made = await plannableStudy(2);
    await savePlan(made.researcher, { taskId: made.taskId, ...choices(made, {}) });
    await saveParticipationLink(made.researcher, { taskId: made.taskId, ...codes });
    const draft = (await readParticipation(made.researcher, made)).link?.url.split("/take-part/")[1] ?? "";
    expect((await opening({ participant: "a" }, { link: draft })).body.error?.message).toBe("This study has not started yet.");
    await opening({ participant: "a" });
    await closePlan(one.researcher, one);
    expect((await opening({ participant: "a" })).body.error?.message).toBe("This study is closed.");
  });

  test("is opened at most 120 times in five minutes from one network", async () => {
    await pool().query("update rate_limits set count = 120 where key like 'take-part%'");
    const reply = await opening({ participant: "a" });
    expect([reply.status, reply.body.error?.message]).toEqual([429, expect.stringContaining("opened too often")]);
    await pool().query("delete from rate_limits");
  });
});

describe("a participant", () => {
  test("who declines gets their own code, frees their place and cannot begin after all", async () => {
    const actor = await actorOf(await opening({ participant: "a" }));
    await opening({ participant: "b" });
    await declineConsent(actor, one);
    expect(await readOwnParticipation(actor, one)).toMatchObject({ outcome: "declined", code: "NO22", ratings: 0 });
    expect((await opening({ participant: "c" })).status).toBe(200);
    expect((await refusal(nextAssignment(actor, one))).message).toBe("All places in this study are taken.");
    expect((await refusal(giveConsent(actor, one))).code).toBe("conflict");
  });

  test("who has agreed cannot decline any more", async () => {
    const actor = await actorOf(await opening({ participant: "a" }));
    await giveConsent(actor, one);
    expect((await refusal(declineConsent(actor, one))).message).toContain("agreed to this study already");
  });

  test("sees their task alone and has no other way in: no password, key, name, role or second project", async () => {
    const admin = instanceAdmin;
    await createTask(admin, { projectId: one.projectId, ...taskContent.parse({ name: "Another task" }) });
    const reply = await opening({ participant: "a" });
    const actor = await actorOf(reply);
    const tasks = (await listTasks(actor, one)).items;
    expect(tasks.map(({ id }) => id)).toEqual([one.taskId]);
    const other = (await listTasks(admin, one)).items.find(({ id }) => id !== one.taskId)?.id ?? "";
    expect((await refusal(getTask(actor, { taskId: other }))).code).toBe("not_found");
    expect((await refusal(nextAssignment(actor, { taskId: other }))).code).toBe("conflict");
    expect((await refusal(createApiKey(actor, { name: "x", scopes: ["read"], expiresInDays: 1 }))).code).toBe("conflict");
    expect((await refusal(resetPassword(admin, { projectId: one.projectId, userId: actor.userId }))).code).toBe("conflict");
    expect((await refusal(updatePerson(admin, { projectId: one.projectId, userId: actor.userId, role: "admin" }))).code).toBe("conflict");
    const elsewhere = await plannableStudy(2);
    const invitation = invitePerson(admin, { projectId: elsewhere.projectId, email: actor.email, role: "annotator" });
    expect((await refusal(invitation)).code).toBe("conflict");
    const rename = new Request("http://127.0.0.1:3000/api/auth/update-user", {
      method: "POST",
      body: JSON.stringify({ name: "Somebody" }),
      headers: { "content-type": "application/json", cookie: reply.cookie },
    });
    expect((await authPost(rename)).status).toBe(403);
  });

  test("appears under a code in exports and in the log; the service's id is for researchers only", async () => {
    const actor = await actorOf(await opening({ participant: "svc-9999" }));
    await giveConsent(actor, one);
    await rateAll(one, actor);
    const { participants } = await readParticipation(one.researcher, one);
    const code = participants[0]?.code ?? "";
    let file = "";
    for await (const part of (await exportProject(one.researcher, { projectId: one.projectId, format: "long-csv" })).body)
      file += typeof part === "string" ? part : new TextDecoder().decode(part);
    const log = JSON.stringify(await listAuditEvents({ projectId: one.projectId, filter: {}, limit: 100 }));
    expect([file.includes(code), file.includes("svc-9999"), log.includes("svc-9999"), log.includes(token)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect((await refusal(readParticipation(actor, one))).code).toBe("forbidden");
  });

  test("whose part is ended makes room for the next person, who rates what was left and no more", async () => {
    const leaver = await actorOf(await opening({ participant: "a" }));
    const stayer = await actorOf(await opening({ participant: "b" }));
    for (const actor of [leaver, stayer]) await giveConsent(actor, one);
    await rateOne(one, leaver);
    const seats = (await listTaskPlans(one.researcher, one)).items[0]?.seats ?? [];
    const seatId = seats.find((seat) => seat.begun === 1)?.id ?? "";
    await endParticipation(one.researcher, { taskId: one.taskId, seatId });
    expect(await readOwnParticipation(leaver, one)).toMatchObject({ outcome: null, code: "" });
    expect(await rateAll(one, stayer)).toHaveLength(2);
    const late = await actorOf(await opening({ participant: "c" }));
    await giveConsent(late, one);
    expect(await rateAll(one, late)).toHaveLength(1);
    expect(await next(one, stayer)).toBeNull();
  });
});

test("a link that was never made is answered with what to do first", async () => {
  const made = await plannableStudy(2);
  const researcher = await makeAccount({ roles: { [made.projectId]: "researcher" } });
  const request = new Request(`http://127.0.0.1:3000/api/v1/tasks/${made.taskId}/plan/link`, {
    method: "PUT",
    body: "{}",
    headers: { "content-type": "application/json", ...(await keyHeaders(researcher)) },
  });
  const reply = await saveLinkRoute(request, { params: Promise.resolve({ taskId: made.taskId }) });
  expect([reply.status, (await reply.json()).error.message]).toEqual([409, "This task has no study plan yet. Save one first."]);
});
