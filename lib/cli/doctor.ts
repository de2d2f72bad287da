import "server-only";
import { Command } from "commander";
import { diagnose } from "@/lib/workflows/diagnose";
import { print, printJson } from "./output";

export const doctorCommand = (): Command =>
  new Command("doctor").option("--json", "print one JSON document").action(async (options: { json?: true }) => {
    const checks = await diagnose();
    if (options.json) printJson({ checks });
    else
      for (const { ok, name, message, remedy } of checks) {
        print(`${ok ? (remedy === null ? "ok     " : "advice ") : "problem"}  ${name}: ${message}`);
        if (remedy !== null) print(`         ${remedy}`);
      }
    if (checks.some((check) => !check.ok)) process.exitCode = 1;
  });
