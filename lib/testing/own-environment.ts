import { afterAll } from "vitest";
import { keptEnvironment } from "./kept-environment";

// Test files share their process: each leaves the environment as it found it.
afterAll(keptEnvironment());
