import "server-only";
import { Command } from "commander";

const version = process.env.npm_package_version ?? "0.1.0";

/** A command's line in the help, and its code, loaded only on demand to keep start-up fast. */
interface Listed {
  description: string;
  load: () => Promise<Command>;
}

const listed: Readonly<Record<string, Listed>> = {
  import: {
    description: "import samples, ratings, a CoEval release or LLMBar's lists; repeats safely",
    load: async () => (await import("./import")).importCommand(),
  },
  export: {
    description: "stream a project's samples, drafts, actions and ratings, or make training data from a task (dpo, sft)",
    load: async () => (await import("./export")).exportCommand(),
  },
  report: {
    description: "agreement, correlation, actions and times of a project",
    load: async () => (await import("./report")).reportCommand(),
  },
  reproduce: {
    description: "published figures of CoEval, LLMBar, PandaLM or the bird study beside ours, from their own files; needs no database",
    load: async () => (await import("./reproduce")).reproduceCommand(),
  },
  stats: {
    description: "compute a statistic from a CSV file or from JSON arguments; needs no database",
    load: async () => (await import("./stats")).statsCommand(),
  },
  draft: {
    description: "let a judge draft every sample of a task: starts a run, or resumes an unfinished one",
    load: async () => (await import("./draft")).draftCommand(),
  },
  criteria: {
    description: "criteria: what the samples of a task are judged by",
    load: async () => (await import("./criteria")).criteriaCommand(),
  },
  plan: {
    description: "study plans: who rates which sample, in which arm and order",
    load: async () => (await import("./plan")).planCommand(),
  },
  people: {
    description: "what a task's annotators have done, and excluding them",
    load: async () => (await import("./people")).peopleCommand(),
  },
  exam: {
    description: "a task's exam: the version in force, and everybody's tries",
    load: async () => (await import("./exam")).examCommand(),
  },
  quality: {
    description: "how carefully people work in a study: known answers, checks, planted drafts, repeats, drift",
    load: async () => (await import("./quality")).qualityCommand(),
  },
  judge: {
    description: "judges: models, metrics and panels that draft evaluations",
    load: async () => (await import("./judge")).judgeCommand(),
  },
  user: { description: "accounts", load: async () => (await import("./user")).userCommand() },
  "api-key": { description: "keys for scripts", load: async () => (await import("./api-key")).apiKeyCommand() },
  setup: {
    description: "first start: create the first admin and load the demo",
    load: async () => (await import("./setup")).setupCommand(),
  },
  backup: {
    description: "write the whole database to a file, while people work",
    load: async () => (await import("./backup")).backupCommand(),
  },
  restore: {
    description: "write a backup into an empty database, all or nothing",
    load: async () => (await import("./backup")).restoreCommand(),
  },
  seed: { description: "create a project from a named scenario", load: async () => (await import("./seed")).seedCommand() },
  worker: {
    description: "run the worker that drafts, until it is stopped",
    load: async () => (await import("./worker")).workerCommand(),
  },
  compute: {
    description: "compute for the pages, which start this command themselves",
    load: async () => (await import("./compute")).computeCommand(),
  },
  // Run by bin/redline.mjs, because nothing here works on an outdated database.
  migrate: {
    description: "bring the database up to date",
    load: async () => new Command("migrate").option("--json", "print one JSON document"),
  },
  doctor: {
    description: "check database, migrations, worker, disk and model endpoints, and say what to do",
    load: async () => (await import("./doctor")).doctorCommand(),
  },
};

/** The program with the command asked for; the others are only lines of the help. */
export async function programFor(wanted: string | undefined): Promise<Command> {
  const program = new Command("redline").description("Human-in-the-loop evaluation of generated text").version(version);
  for (const [name, { description, load }] of Object.entries(listed)) {
    const command = name === wanted ? await load() : new Command(name);
    program.addCommand(command.description(description));
  }
  return program;
}
