import "server-only";
import { Command } from "commander";
import { type Examinee, markTry } from "@/lib/domain/exam";
import { getExam } from "@/lib/workflows/get-exam";
import { localActor } from "./local-actor";
import { print, printJson } from "./output";
import { getProject, getTask } from "./projects";
import { alignedTable } from "./stats-text";

/** `redline exam`: the exam in force, and how everybody did. */
export const examCommand = (): Command =>
  new Command("exam")
    .requiredOption("--project <name>")
    .option("--task <name>", "needed where the project has several")
    .option("--json", "print one JSON document, with every answer")
    .action(async (options: { project: string; task?: string; json?: true }) => {
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const found = await getExam(actor, { taskId: (await getTask(actor, project, options.task)).id });
      if (options.json) return printJson(found);
      const { exam, people } = found;
      print(
        exam === null
          ? "No exam is in force."
          : `Version ${exam.version} is in force: ${samplesOf(exam.sampleIds.length)}, pass mark ${Math.round(exam.passMark * 100)}%, criteria version ${exam.criteriaVersion}${exam.outdated ? "; answers or criteria have changed since" : ""}.`,
      );
      if (people.length === 0) return print("Nobody has taken one.");
      print(alignedTable([["person", "standing", "tries left", "try", "version", "within tolerance"], ...people.flatMap(rowsOf)]));
    });

const samplesOf = (n: number) => `${n} ${n === 1 ? "sample" : "samples"}`;

/** One row for each try; a person whom a researcher passed without a try has one row. */
function rowsOf({ name, passedAt, triesLeft, tries }: Examinee): string[][] {
  const isOpen = tries.some(({ endedAt }) => endedAt === null);
  const standing = passedAt !== null ? "passed" : isOpen ? "taking it" : "not passed";
  const head = [name, standing, triesLeft === null ? "-" : String(triesLeft)];
  if (tries.length === 0) return [[...head, "-", "-", "-"]];
  return tries.map(({ number, examVersion, endedAt, within, scored, samples }) => {
    const done = samples.filter(({ submitted }) => submitted).flatMap(({ units }) => units);
    const result = endedAt === null ? markTry(done, 1) : { within, scored };
    return [...head, String(number), String(examVersion), `${result.within} of ${result.scored}${endedAt === null ? " so far" : ""}`];
  });
}
