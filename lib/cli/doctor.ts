import "server-only";
import { Command } from "commander";
import { diagnose } from "@/lib/workflows/diagnose";
import { print, printJson } from "./output";

export const doctorCommand = (): Command =>
  new Command("doctor").option("--json", "print one JSON document").action(async (options: { json?: true }) => {
    const checks = await diagnose();
    if (options.json) printJson({ checks });
    else for (const check of checks) print(`${check.ok ? "ok     " : "problem"}  ${check.name}: ${check.message}`);
    if (checks.some((check) => !check.ok)) process.exitCode = 1;
  });
