import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { preferenceScaleWithoutTie } from "@/lib/domain/pair-outputs";
import { driveProtocol, typicalReply } from "@/lib/testing/drive-protocol";
import { criteriaProposal } from "./criteria-proposal/criteria-proposal";
import type { Brief, ChatQuestion, Drafting, Question, ReplyForm } from "./protocol";
import { findProtocol, protocols } from "./protocols";

/** One row of a table of docs/methods.md: a question, as the page says it is asked. */
interface Row {
  step: string;
  shows: string[];
  says: string[];
  /** The keys of its reply; null: free text. */
  reply: string[] | null;
}

interface Method {
  title: string;
  protocol: string;
  options: unknown;
  /** Whether it is about one criterion, or about the whole after a criterion; neither: the whole alone. */
  about: "one criterion" | "the whole" | "after the criteria";
  variant: Brief["variant"];
  rows: Row[];
  deviations: string[][];
}

const page = readFileSync(join(import.meta.dirname, "../../docs/methods.md"), "utf8");
const between = (text: string, mark: string) =>
  [...text.matchAll(new RegExp(`${mark}([^${mark}]+)${mark}`, "gu"))].map(([, one = ""]) => one);
const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

const methods = page
  .split(/^## /mu)
  .slice(1)
  .filter((section) => section.includes("Protocol `"))
  .map((section): Method => {
    const [title = ""] = section.split("\n");
    const [, protocol = "", options = ""] = /Protocol `([\w-]+)`,\soptions\s`([^`]+)`/u.exec(section) ?? [];
    const [, variant = "plain"] = /, variant `(\w+)`/u.exec(section) ?? [];
    const lines = section.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| --"));
    const rows = lines.map(cellsOf).filter((cells) => cells.length === 5 && cells[0] !== "in the paper");
    return {
      title,
      protocol,
      options: JSON.parse(options),
      about: section.includes(", for one criterion.")
        ? "one criterion"
        : section.includes(", after the criteria.")
          ? "after the criteria"
          : "the whole",
      variant: variant as Brief["variant"],
      rows: rows.map(([, step = "", shows = "", says = "", reply = ""]) => ({
        step: between(step, "`")[0] ?? step,
        shows: shows.split(", ").toSorted(),
        says: [...says.matchAll(/"([^"]+)"/gu)].map(([, one = ""]) => one),
        reply: reply === "free text" ? null : between(reply, "`"),
      })),
      deviations: lines.map(cellsOf).filter((cells) => cells.length === 2 && cells[0] !== "deviation"),
    };
  });

/** A text for everything that a question may show, by its name on the page. */
const texts = {
  input: "Why is the sky blue over Lisbon?",
  output: "Because of the tiny harbour gulls.",
  "output A": "Because of the tiny harbour gulls.",
  "output B": "Nobody has found out so far.",
  reference: "Short waves are scattered most.",
  "written reference": "Air scatters blue light, wrote the judge.",
  "weak output": "It reflects the sea, wrote the weak one.",
  questions: "Does the text do what the input asks for in this one point",
  "earlier evaluations": "Conclusion: the gulls are tiny. Score: 4",
  critiques: "It answers the main part of what was asked for, in an order that can be followed",
} as const;
const isShown = (name: keyof typeof texts, kind: Brief["task"]["kind"]) => name !== (kind === "pairwise" ? "output" : "output A");

function briefOf(method: Method): Brief {
  const { protocol, options } = method;
  const { taskKinds = ["pointwise"] } = findProtocol(protocol) ?? {};
  // The page shows a protocol for both kinds of task on one output, unless the check or the option is about pairs.
  const isPair =
    !taskKinds.some((one) => one === "pointwise") || method.variant !== "plain" || JSON.stringify(options).includes("multi-path");
  const kind = isPair ? "pairwise" : "pointwise";
  const scale = kind === "pairwise" ? preferenceScaleWithoutTie : { min: 1, max: 10, step: 1, levels: [] };
  const overall = { id: "o", name: "Overall", definition: "All in all.", scale, overall: true };
  return {
    task: { description: "", inputName: "question", outputName: "answer", kind },
    sample: {
      ...{ input: texts.input, output: texts.output, reference: texts.reference, imageUrl: null },
      outputB: kind === "pairwise" ? texts["output B"] : null,
    },
    criteria: [method.about === "one criterion" ? { ...overall, name: "Clarity", overall: false } : overall],
    earlier:
      method.about === "after the criteria"
        ? [
            {
              criterion: { ...overall, id: "c", name: "Clarity", overall: false },
              content: { score: 4, items: [], raw: texts["earlier evaluations"] },
            },
          ]
        : [],
    variant: method.variant,
    options,
    prompts: {},
  };
}

/** The drafting of a protocol; the proposal of criteria is none of them, and has no sample but examples. */
function draftingOf(method: Method): Drafting<unknown> {
  const brief = briefOf(method);
  if (method.protocol === criteriaProposal.name) return criteriaProposal.draft({ ...brief, examples: [brief.sample] });
  return findProtocol(method.protocol)?.draft(brief) ?? expect.unreachable();
}

const written: Record<string, string> = { reference: texts["written reference"], "weak output": texts["weak output"] };
const asked = (method: Method, form: ReplyForm) =>
  driveProtocol<unknown>(draftingOf(method), (question: Question) =>
    question.kind === "chat" && question.schema === null ? (written[question.step] ?? "") : typicalReply(form)(question),
  ).questions.filter((question): question is ChatQuestion => question.kind === "chat");
const textOf = (question: ChatQuestion, form: ReplyForm) =>
  question
    .messages(form)
    .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)))
    .join("\n");

describe.each(methods.map((method) => [method.title, method] as const))("docs/methods.md: %s", (_, method) => {
  const { kind } = briefOf(method).task;

  test.each(["json", "text"] as const)("asks its questions in the order of the page, in the form %s", (form) => {
    expect(method.rows.length).toBeGreaterThan(0);
    expect(asked(method, form).map(({ step }) => step)).toEqual(method.rows.map(({ step }) => step));
  });

  test.each(method.rows.map((row, index) => [row.step, row, index] as const))(
    "%s shows and says what the page says",
    (_step, row, index) => {
      for (const form of ["json", "text"] as const) {
        const question = asked(method, form)[index] ?? expect.unreachable();
        const text = textOf(question, form);
        const shown = (Object.keys(texts) as (keyof typeof texts)[]).filter((name) => isShown(name, kind) && text.includes(texts[name]));
        expect(shown.filter((name) => !(kind === "pointwise" && name === "output B")).toSorted()).toEqual(row.shows);
        for (const words of row.says) expect(text).toContain(words);
        expect(question.schema === null ? null : Object.keys(question.schema.schema.properties ?? {})).toEqual(row.reply);
      }
    },
  );

  test("names each deviation with its reason", () => {
    for (const [deviation = "", reason = ""] of method.deviations) expect([deviation, reason.length > 20]).toEqual([deviation, true]);
    expect(method.deviations.length).toBeGreaterThan(0);
  });
});

test("every protocol is on the page", () => {
  const named = new Set(methods.map(({ protocol }) => protocol));
  expect([...named].toSorted()).toEqual([...protocols, criteriaProposal].map(({ name }) => name).toSorted());
});

test("every panel of the report that the page names is one of the report's", () => {
  const [, figures = ""] = page.split("## Figures in the report");
  const named = [...figures.matchAll(/"([^"]+)"/gu)].map(([, title = ""]) => title);
  const report = join(import.meta.dirname, "../../components/report");
  const code = readdirSync(report)
    .filter((name) => name.endsWith("-tables.ts"))
    .map((name) => readFileSync(join(report, name), "utf8"))
    .join("\n");
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter((title) => !code.includes(`title: "${title}"`))).toEqual([]);
});
