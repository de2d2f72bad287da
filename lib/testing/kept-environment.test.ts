import { expect, test, vi } from "vitest";
import { keptEnvironment } from "./kept-environment";

test("what was set since is gone, what was changed or deleted is back, and Vitest can take its stubs away", () => {
  const own = process.env;
  Object.assign(process.env, { KEPT: "kept", DELETED: "deleted" });
  const restore = keptEnvironment();
  Object.assign(process.env, { KEPT: "changed", ADDED: "added" });
  delete process.env.DELETED;
  restore();
  expect(process.env).toBe(own);
  expect(process.env).toMatchObject({ KEPT: "kept", DELETED: "deleted" });
  expect(process.env).not.toHaveProperty("ADDED");
  vi.stubEnv("ADDED", "stubbed");
  vi.unstubAllEnvs();
  expect(process.env).not.toHaveProperty("ADDED");
});
