import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { POST as signIn } from "@/app/api/auth/[...path]/route";
import { POST as setPasswordRoute } from "@/app/api/auth/set-password/route";
import { POST as createProjectRoute, GET as listProjects } from "@/app/api/v1/projects/route";
import { logPageError } from "@/instrumentation-node";
import { pool, prisma } from "@/lib/db/client";
import { logConsole } from "@/lib/log";
import { keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { collectLog } from "@/lib/testing/log-lines";
import { action, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { POST as saveActionsRoute } from "@/pages/api/v1/assignments/[assignmentId]/actions";
import { answer } from "./answer";

temporaryInstance();

/** What must never be in a log. Each is put wherever its kind can reach the server. */
const corpus = {
  text: 'Die Patientin Maria Huber klagt über Schmerzen; it\'s "urgent" `now`\n    at secret (place.ts:1:1)',
  password: "Korrekt-Pferd-Batterie-77",
  wrongPassword: "falsch geraten 12345",
  link: "link-token-93f8c1aa77b0",
  wrongKey: "rl_wrong_key_0123456789abcdef",
};
/** The corpus as it may appear: as it is, in JSON, and by its telling parts. */
const pieces = (key: string) =>
  [...Object.values(corpus), key, "Maria", "Schmerzen", "urgent"].flatMap((one) => [one, JSON.stringify(one).slice(1, -1)]);

let collected: ReturnType<typeof collectLog>;
beforeEach(() => {
  collected = collectLog();
});
afterEach(() => collected.stop());

const lines = () => collected.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const context = { params: Promise.resolve({}) };
const post = (path: string, headers: Record<string, string>, body: unknown) =>
  new Request(`http://127.0.0.1:3000${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** Every way in which the database's or the language's own errors quote what was sent. */
const quoting: [string, (text: string) => Promise<unknown>][] = [
  ["a value of the wrong type", (text) => pool().query("select $1::int", [text])],
  ["an exception of a trigger", (text) => pool().query(`do $$ begin raise exception '%', '${text.replaceAll("'", "''")}'; end $$`)],
  ["a row against a rule", (text) => pool().query("insert into tasks (project_id, name) values ($1, $2)", [randomUUID(), text])],
  [
    "a name that exists",
    async (text) => {
      const add = () => pool().query("insert into verifications (id, identifier, value, expires_at) values ($1, $1, $1, now())", [text]);
      await add();
      await add();
    },
  ],
  ["a row that Prisma refuses", (text) => prisma().project.create({ data: { name: text, id: text } })],
  ["JSON that cannot be read", async (text) => JSON.parse(text)],
  ["an address that is none", async (text) => new URL(text)],
  [
    "an error in words of its own",
    async (text) => {
      throw new Error(text, { cause: new TypeError(`cannot use "${text}"`) });
    },
  ],
  [
    "a thrown text",
    async (text) => {
      throw text;
    },
  ],
];

test.each(quoting)("%s: the log names the request and the place, and quotes nothing", async (_, fail) => {
  const requestId = randomUUID();
  const request = new Request(`http://127.0.0.1:3000/take-part/${corpus.link}?text=${encodeURIComponent(corpus.text)}`, {
    headers: { "x-request-id": requestId, authorization: `Bearer ${corpus.wrongKey}` },
  });
  const response = await answer(request, async () => {
    await fail(corpus.text);
    return new Response();
  });
  expect(response.status).toBe(500);
  const line = lines().find(({ msg }) => msg === "request failed");
  expect(line).toMatchObject({ requestId, method: "GET", route: "/take-part/{token}", code: "internal" });
  for (const piece of pieces("")) if (piece !== "") expect(collected.lines.join("")).not.toContain(piece);
});

test("a key that is sent as the request's id is not logged", async () => {
  const headers = { "x-request-id": corpus.wrongKey };
  const fail = () => answer(new Request("http://127.0.0.1:3000/api/v1/projects", { headers }), () => Promise.reject(new Error("x")));
  expect((await fail()).headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  expect(lines().find(({ msg }) => msg === "request failed")).toBeDefined();
  expect(collected.lines.join("")).not.toContain(corpus.wrongKey);
});

test("nor does the log of the database that Redline starts", async () => {
  const { rows } = await pool().query<{ data_directory: string }>("show data_directory");
  const log = () => readFileSync(join(rows[0]?.data_directory ?? "", "../postgres.log"), "utf8");
  for (const [, fail] of quoting) await fail(corpus.text).catch(() => undefined);
  // What it does say comes after all of that.
  const address = new URL(process.env.DATABASE_URL ?? "");
  address.username = "nobody-of-this-test";
  await expect(new pg.Client({ connectionString: address.href }).connect()).rejects.toThrow("password authentication failed");
  await expect.poll(log).toContain('"nobody-of-this-test"');
  for (const piece of pieces("")) if (piece !== "") expect(log()).not.toContain(piece);
});

test("people sign in, work and fail at every level of the log, and no line holds a text, a key or a password", async () => {
  const study = await loadSmallStudy(smallBundle(2));
  const account = await makeAccount({ roles: { [study.projectId]: "annotator" }, password: corpus.password });
  const headers = await keyHeaders(account);
  const key = headers.authorization?.slice(7) ?? "";
  expect(key.length).toBeGreaterThan(20);
  const email = { email: account.email };
  expect((await signIn(post("/api/auth/sign-in/email", {}, { ...email, password: corpus.wrongPassword }))).status).toBe(401);
  expect((await signIn(post("/api/auth/sign-in/email", {}, { ...email, password: corpus.password }))).status).toBe(200);
  await setPasswordRoute(post("/api/auth/set-password", {}, { token: corpus.link, password: corpus.password }));
  await listProjects(
    new Request("http://127.0.0.1:3000/api/v1/projects", { headers: { authorization: `Bearer ${corpus.wrongKey}` } }),
    context,
  );
  await createProjectRoute(post("/api/v1/projects", headers, `{"name": "${corpus.text}`), context);
  const actor = { ...account.actor, memberships: new Map([[study.projectId, "annotator" as const]]) };
  const { assignmentId } = await nextAssignment(actor, { taskId: study.taskId });
  await pool().query(`create function quote_row() returns trigger language plpgsql as $$
    begin raise exception 'cannot store %', new; end $$;
    create trigger quote_row before insert on actions for each row execute function quote_row()`);
  const body = {
    criterionId: study.criteria[0],
    actions: [action({ kind: "add", itemKind: "explanation", text: corpus.text, parentId: null })],
  };
  const saved = await saveActionsRoute(post(`/api/v1/assignments/${assignmentId}/actions`, headers, body), {
    params: Promise.resolve({ assignmentId: assignmentId ?? "" }),
  });
  expect(saved.status).toBe(500);
  logPageError(new Error(corpus.text), "/take-part/[token]", "request-12345678");
  const failed = lines().find(({ msg }) => msg === "request failed");
  expect(failed).toMatchObject({ route: "/api/v1/assignments/{assignmentId}/actions", err: { code: "P0001" } });
  expect(lines().some(({ msg }) => msg === "page failed")).toBe(true);
  const all = collected.lines.join("");
  for (const piece of pieces(key)) expect(all).not.toContain(piece);
});

test("what libraries write to the console passes through the log and loses its words", () => {
  const kept = { error: console.error, warn: console.warn };
  try {
    logConsole();
    console.error(` ⨯ ${corpus.text}`, new Error(corpus.text, { cause: new Error(corpus.password) }));
    console.warn(corpus.text);
  } finally {
    Object.assign(console, kept);
  }
  expect(lines().map(({ level, msg }) => [level, msg])).toEqual([
    [50, "a library reported trouble"],
    [40, "a library reported trouble"],
  ]);
  for (const piece of pieces("x".repeat(50))) expect(collected.lines.join("")).not.toContain(piece);
  expect(vi.isMockFunction(console.error)).toBe(false);
});
