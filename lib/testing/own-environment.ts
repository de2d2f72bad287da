import { afterAll } from "vitest";
import { keptEnvironment } from "./kept-environment";

// Test files share their process: each leaves the environment and the clock as it found them.
const OwnDate = Date;
const { now } = Date;
afterAll(() => {
  if (Date === OwnDate && Date.now === now) return;
  globalThis.Date = OwnDate;
  Date.now = now;
  throw new Error("This file has moved the clock and not put it back.");
});
afterAll(keptEnvironment());
