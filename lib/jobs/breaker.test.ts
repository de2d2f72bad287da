import { expect, test } from "vitest";
import { Breaker } from "./breaker";

const failed = (code: string) => ({ outcome: "failed" as const, code, message: "It is over." });

test("an account without credits stops a run at its first unit", () => {
  expect(new Breaker().note("run", failed("model_out_of_credits"))).toBe(
    "Stopped: It is over. Resume the run once the account has credits again.",
  );
});

test("an endpoint that fails unit after unit stops a run at the 25th, and a unit that succeeds starts the count again", () => {
  const breaker = new Breaker();
  const twentyFour = () => Array.from({ length: 24 }, () => breaker.note("run", failed("model_refused_key")));
  expect(twentyFour()).toEqual(Array(24).fill(null));
  expect(breaker.note("run", { outcome: "done" })).toBeNull();
  expect(twentyFour()).toEqual(Array(24).fill(null));
  expect(breaker.note("run", failed("model_refused_key"))).toBe(
    "Stopped after 25 units in a row failed: It is over. Resume the run once that is fixed.",
  );
});
