import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { tryEndpoint } from "./try-endpoint";

let standIn: StandInLlm;
beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere/none");
  vi.stubEnv("REDLINE_SECRET", "a secret of enough length");
  standIn = await startStandInLlm({ retryAfterSeconds: 0.01 });
});
afterAll(async () => {
  await standIn.close();
  vi.unstubAllEnvs();
});

const tried = (model: string) =>
  tryEndpoint({
    endpoint: { baseUrl: standIn.url, apiKey: null, model, temperature: 0, maxTokens: 800, seed: null, timeoutMs: 20_000 },
    overflow: false,
    signal: new AbortController().signal,
  });

test("an endpoint that does everything is seen to, and all six samples are read in every way and form", async () => {
  const { probes, rows } = await tried("stand-in");
  expect(rows).toHaveLength(34);
  expect(rows.filter(({ read, problem }) => read !== 6 || problem !== null)).toEqual([]);
  expect(rows.every(({ requests, tokens, medianMs }) => requests >= 6 && (tokens ?? 0) > 0 && medianMs !== null)).toBe(true);
  const seen = Object.fromEntries(probes.map(({ what, ok, seen }) => [what, [ok, seen]]));
  expect(seen["lists its models"]).toEqual([true, "1, this one among them"]);
  expect(seen.streams?.[0]).toBe(true);
  expect(seen["accepts temperature and top_p"]).toEqual([null, "temperature yes, top_p yes, max_tokens"]);
  expect(seen["refuses a question that is too long"]).toBeUndefined();
});

test("what an endpoint does not do is named: here JSON schemas, so that only lines can be read", async () => {
  const { probes, rows } = await tried("live:no-json-schema");
  expect(
    rows.filter(({ form }) => form === "JSON").every(({ read, problem }) => read === 0 && /response_format/u.test(problem ?? "")),
  ).toBe(true);
  expect(rows.filter(({ form }) => form === "lines").every(({ read }) => read === 6)).toBe(true);
  expect(probes.find(({ what }) => what === "follows a JSON schema")).toMatchObject({
    ok: false,
    seen: expect.stringContaining("model_unreachable"),
  });
});
