import { beforeEach } from "vitest";

// Next sets it in the process that test files share, and where it is set the environment is read only once.
beforeEach(() => Reflect.deleteProperty(process.env, "NEXT_RUNTIME"));
