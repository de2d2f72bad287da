import { afterEach, expect, test, vi } from "vitest";
import { request } from "./request";
import { sessionExpiry } from "./session-expiry";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionExpiry.clear();
});

const refused = () => Response.json({ error: { code: "unauthenticated", message: "Sign in first." } }, { status: 401 });

/** Each answer in its turn; returns what was sent. */
function answerWith(...answers: (() => Response)[]) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    sent.push(body);
    return answers.shift()?.();
  });
  return sent;
}

const name = (text: string) => request("createProject", { body: { name: text } as never });

test("a request that is refused for lack of a session says so to the shell", async () => {
  answerWith(refused);
  await expect(name("One")).rejects.toMatchObject({ status: 401 });
  expect(sessionExpiry.get()).toBe(true);
});

test("what was sent before somebody signed in and refused after it is sent once more, and nobody is asked to sign in again", async () => {
  sessionExpiry.report();
  const signInMeanwhile = () => {
    sessionExpiry.clear();
    return refused();
  };
  const sent = answerWith(signInMeanwhile, () => Response.json({ id: "p" }));
  expect(await name("Two")).toEqual({ id: "p" });
  expect(sent).toEqual(['{"name":"Two"}', '{"name":"Two"}']);
  expect(sessionExpiry.get()).toBe(false);
});

test("refused with the new session too, it is not sent for ever", async () => {
  const signInMeanwhile = () => {
    sessionExpiry.clear();
    return refused();
  };
  const sent = answerWith(signInMeanwhile, refused);
  await expect(name("Three")).rejects.toMatchObject({ status: 401 });
  expect(sent).toHaveLength(2);
  expect(sessionExpiry.get()).toBe(true);
});
