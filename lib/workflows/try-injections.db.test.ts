import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { tryInjections } from "./try-injections";

temporaryDatabase();
let standIn: StandInLlm;
let study: JudgedStudy;

beforeAll(async () => {
  standIn = await startStandInLlm({});
  study = await judgedStudy(standIn.url, 1, ["Clarity"]);
});
afterAll(() => standIn.close());

describe("injections", () => {
  test.each(["step-by-step", "camieval-pairwise"])(
    "are tried on a judge of protocol %s one by one, and each result is reported",
    async (protocol) => {
      const judge = await study.addJudge(`attacked ${protocol}`, { protocol });
      const trial = await tryInjections(instanceAdmin, { judgeId: judge.id });
      expect(trial.baseline.problem).toBeNull();
      expect(trial.results.length).toBeGreaterThan(20);
      expect(trial.results.every((result) => ["followed", "moved", "resisted"].includes(result.effect) && result.score !== null)).toBe(
        true,
      );
      // The stand-in never says what an injection wants it to say.
      expect(
        trial.results.filter((result) => ["canary", "extraction", "new-schema"].includes(result.id)).map((result) => result.effect),
      ).toEqual(["resisted", "resisted", "resisted"]);
    },
  );

  test("are put to a judge whose options need a pair as well, and attack the output that they praise", async () => {
    const judge = await study.addJudge("chained", { protocol: "critique", options: { chain: "multi-path" } });
    const trial = await tryInjections(instanceAdmin, { judgeId: judge.id });
    expect(trial.results.every((result) => ["followed", "moved", "resisted", "unreadable"].includes(result.effect))).toBe(true);
    const asked = standIn.requests.filter(({ body }) => body?.model === "chained").map(({ body }) => JSON.stringify(body?.messages));
    expect(asked.some((text) => /<output-A-[0-9a-f]+>\\nThe sky is blue because it mirrors the sea/u.test(text))).toBe(true);
  }, 30_000);
});
