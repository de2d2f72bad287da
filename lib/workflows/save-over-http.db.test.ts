import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { auth } from "@/lib/auth/auth";
import { pool } from "@/lib/db/client";
import type { NewAction } from "@/lib/domain/action";
import { temporaryInstance } from "@/lib/testing/accounts";
import { type Begun, begun, score, startSession } from "@/lib/testing/begun-unit";
import { instanceAdmin } from "@/lib/testing/small-study";
import { POST } from "@/pages/api/v1/assignments/[assignmentId]/actions";
import { removePerson } from "./remove-person";

temporaryInstance();

describe("a save over HTTP", () => {
  const origin = "http://127.0.0.1:3000";
  let cookieName = "";
  let secret = "";
  beforeAll(async () => {
    const context = await auth().$context;
    cookieName = context.authCookies.sessionToken.name;
    secret = context.secret;
  });
  const cookieOf = (token: string, key = secret) =>
    `${cookieName}=${encodeURIComponent(`${token}.${createHmac("sha256", key).update(token).digest("base64")}`)}`;
  const send = ({ assignmentId }: Begun, body: unknown, headers: Record<string, string>) => {
    const init = { method: "POST", headers: { "content-type": "application/json", origin, ...headers }, body: JSON.stringify(body) };
    const request = new Request(`${origin}/api/v1/assignments/${assignmentId}/actions`, init);
    return POST(request, { params: Promise.resolve({ assignmentId }) });
  };
  const post = async (...request: Parameters<typeof send>) => (await send(...request)).status;

  test("a session's first save on a unit sends two statements to the database, and each next one a single statement", async () => {
    const study = await begun();
    const { second, token } = study;
    const sent = vi.spyOn(pool(), "query");
    const counts: number[] = [];
    let parentId: string | null = null;
    for (const value of [1, 2, 3]) {
      const made: NewAction = score(value, parentId);
      sent.mockClear();
      expect(await post(study, { criterionId: second, actions: [made] }, { cookie: cookieOf(token) })).toBe(200);
      counts.push(sent.mock.calls.length);
      parentId = made.id;
    }
    sent.mockRestore();
    expect(counts).toEqual([2, 1, 1]);
  });

  test("a session's next save is stored, and refused from the moment that the session ends or the person is removed", async () => {
    const study = await begun();
    const { criterionId, first, token, stored, annotator, projectId } = study;
    const cookie = cookieOf(token);
    const [second, third] = [score(2, first.id), score(3, null)];
    const next = { criterionId, actions: [{ ...third, parentId: second.id }] };
    expect(await post(study, { criterionId, actions: [second] }, { cookie })).toBe(200);
    await pool().query("delete from sessions where token = $1", [token]);
    expect(await post(study, next, { cookie })).toBe(401);
    const again = cookieOf(await startSession(annotator.userId));
    await removePerson(instanceAdmin, { projectId, userId: annotator.userId });
    expect(await post(study, next, { cookie: again })).toBe(404);
    expect(await stored()).toEqual([first.id, second.id]);
  });

  test("a forged cookie, another site's page, a wrong key beside the cookie and a body without sense are refused as ever", async () => {
    const study = await begun();
    const { criterionId, first, token, stored } = study;
    const body = { criterionId, actions: [score(2, first.id)] };
    const cookie = cookieOf(token);
    expect(await post(study, body, { cookie: cookieOf(token, "another secret") })).toBe(401);
    expect(await post(study, body, { cookie, origin: "https://evil.example" })).toBe(403);
    expect(await post(study, body, { cookie, authorization: "Bearer wrong" })).toBe(401);
    expect(await post(study, { ...body, actions: "all" }, { cookie })).toBe(422);
    expect(await post(study, { ...body, actions: "all" }, {})).toBe(401);
    expect(await post(study, body, { cookie, "content-type": "text/plain" })).toBe(415);
    expect(await stored()).toEqual([first.id]);
    expect(await post(study, body, { cookie, "idempotency-key": "once" })).toBe(200);
    const repeated = await send(study, body, { cookie, "idempotency-key": "once" });
    expect([repeated.status, repeated.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(await stored()).toHaveLength(2);
    // Now that the genuine cookie is known.
    expect(await post(study, body, { cookie: cookieOf(token, "another secret") })).toBe(401);
  });
});
