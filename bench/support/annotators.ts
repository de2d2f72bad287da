/** Annotators of a benchmark: their task, their sessions, and requests that cost little on this side. */
import { createHmac, randomUUID } from "node:crypto";
import http from "node:http";
import { auth } from "@/lib/auth/auth";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { adminAccount } from "../../e2e/support/server.mjs";

/** Sends a request, a POST if it has a body (a file's bytes, or JSON), and returns the reply's text. */
export type Send = (path: string, cookie: string, body?: Buffer | object) => Promise<string>;

/** Sends requests cheaply, because the client's own cost would hide the server's. */
export function sender(url: string, agent: http.Agent): Send {
  const send: Send = (path, cookie, body) =>
    new Promise((resolve, reject) => {
      const type = Buffer.isBuffer(body) ? "application/octet-stream" : "application/json";
      const headers = { cookie, origin: url, ...(body && { "content-type": type }) };
      const request = http.request(url + path, { agent, method: body ? "POST" : "GET", headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.once("end", () => {
          if ((response.statusCode ?? 500) < 300) resolve(text);
          else reject(new Error(`${path}: ${response.statusCode} ${text}`));
        });
      });
      request.once("error", (error: NodeJS.ErrnoException) => {
        // The server had just closed an idle connection: browsers send again, and an action is stored once.
        if (request.reusedSocket && error.code === "ECONNRESET") resolve(send(path, cookie, body));
        else reject(error);
      });
      request.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body));
    });
  return send;
}

/** A task of this many samples with two units each; every draft has seven lines, one of them the score. */
export async function makeTask(samples: number) {
  const bundle = smallBundle(samples);
  bundle.task.guidelines = "";
  const line = (n: number) => ({
    kind: "evidence" as const,
    text: `Line ${n}: "drops grow heavy", which the answer says in so many words.`,
  });
  const items = [line(1), line(2), line(3), { kind: "score" as const, text: "Score: 4 out of 5." }, line(5), line(6), line(7)];
  for (const judge of bundle.judges) for (const draft of judge.drafts) draft.items = items;
  const study = await loadSmallStudy(bundle);
  await pool().query("update tasks set annotators_per_sample = 1 where id = $1", [study.taskId]);
  return study;
}

/** A session like one from signing in, without the second it takes to hash a password. */
export async function signIn({ userId }: Actor, cookieName: string): Promise<string> {
  const token = randomUUID();
  await pool().query(
    "insert into sessions (id, token, user_id, expires_at, created_at, updated_at) values ($1, $2, $3, now() + interval '1 day', now(), now())",
    [randomUUID(), token, userId],
  );
  const { secret } = await auth().$context;
  return `${cookieName}=${encodeURIComponent(`${token}.${createHmac("sha256", secret).update(token).digest("base64")}`)}`;
}

/** The name of the product's session cookie. */
export async function sessionCookieName(url: string): Promise<string> {
  const headers = { "content-type": "application/json", origin: url };
  const reply = await fetch(`${url}/api/auth/sign-in/email`, { method: "POST", headers, body: JSON.stringify(adminAccount) });
  return reply.headers.getSetCookie()[0]?.split("=")[0] ?? "";
}

/** The value below which this share of the sorted values lies. */
export const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
export const median = (values: number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
