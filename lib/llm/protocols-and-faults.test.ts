import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ErrorCode } from "@/lib/domain/errors";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import { isOnScale } from "@/lib/domain/scale-points";
import { criteriaProposal } from "@/lib/protocols/criteria-proposal/criteria-proposal";
import type { Brief, BriefCriterion, Drafted, Drafting } from "@/lib/protocols/protocol";
import { findProtocol, protocols } from "@/lib/protocols/protocols";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { type Fault, faults } from "../../e2e/support/stand-in-replies";
import { type Answer, askProtocol } from "./ask-protocol";
import type { ModelTarget } from "./model-target";

let standIn: StandInLlm;
beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere/none");
  vi.stubEnv("REDLINE_SECRET", "a secret of enough length");
  standIn = await startStandInLlm({ retryAfterSeconds: 0.01 });
});
afterAll(async () => {
  await standIn.close();
  vi.unstubAllEnvs();
});

type Scale = BriefCriterion["scale"];
const scales: Scale[] = [
  { min: 0, max: 3, step: 1, levels: [] },
  { min: 1, max: 5, step: 1, levels: [] },
  { min: 1, max: 10, step: 1, levels: [] },
  { min: 0, max: 100, step: 1, levels: [] },
  { min: 0, max: 5, step: 0.5, levels: [] },
];
const criterion = (id: string, name: string, overall: boolean, scale: Scale): BriefCriterion => ({
  id,
  name,
  definition: "What to look for.",
  scale,
  overall,
});
const clarity = (scale: Scale) => criterion("c1", "Clarity", false, scale);
const overall = (scale: Scale) => criterion("c2", "Overall", true, scale);

const pointwise = (criteria: BriefCriterion[], options: unknown = {}, earlier: Brief["earlier"] = []): Brief => ({
  task: { description: "Answer in plain words.", inputName: "question", outputName: "answer", kind: "pointwise" },
  sample: {
    input: "Why is the sky blue?",
    output: "Air scatters blue light most. That is why.",
    outputB: null,
    reference: "Scattering is strongest for short waves.",
    imageUrl: null,
  },
  criteria,
  earlier,
  variant: "plain",
  options,
  prompts: {},
});
const pairwise = (options: unknown = {}, variant: Brief["variant"] = "plain"): Brief => {
  const brief = pointwise([criterion("c3", "Preference", true, preferenceScale)], options);
  return {
    ...brief,
    variant,
    task: { ...brief.task, kind: "pairwise" },
    sample: { ...brief.sample, outputB: "Because of the sea. It is blue." },
  };
};
const inViewOfOthers = (scale: Scale): Brief => {
  const evaluated = { score: scale.max, items: [{ kind: "conclusion" as const, text: "It is clear." }], raw: `Score: ${scale.max}` };
  return pointwise([overall(scale)], {}, [{ criterion: clarity(scale), content: evaluated }]);
};

/** Every protocol, in every mode that asks different questions about a text. */
const onTexts: [string, string, (scale: Scale) => Brief][] = [
  ["direct", "on a text", (scale) => pointwise([overall(scale)])],
  ["step-by-step", "one criterion", (scale) => pointwise([clarity(scale)])],
  ["step-by-step", "overall, in view of the others", inViewOfOthers],
  ["rubric", "two criteria", (scale) => pointwise([clarity(scale), overall(scale)])],
  ["camieval-pointwise", "as it is", (scale) => pointwise([overall(scale)])],
  ["camieval-pointwise", "one by one", (scale) => pointwise([overall(scale)], { scoring: "one-by-one", dimensions: 1 })],
  ["critique", "on a text", (scale) => pointwise([overall(scale)])],
  ["critique", "asked three times", (scale) => pointwise([overall(scale)], { samples: 3 })],
  ["critique", "as feedback", (scale) => pointwise([overall(scale)], { feedback: true })],
];
/** The same about a pair, which has its own scale. */
const onPairs: [string, string, () => Brief][] = [
  ["direct", "on a pair", () => pairwise()],
  ["direct", "asked to review", () => pairwise({}, "interference")],
  ["direct", "asked again after a claim", () => pairwise({}, "sycophancy")],
  ["camieval-pairwise", "as it is", () => pairwise()],
  ["camieval-pairwise", "with its own reference", () => pairwise({ reference: "generated" })],
  ["critique", "on a pair", () => pairwise()],
  ["critique", "by two chains", () => pairwise({ chain: "multi-path" })],
];

/** The outcome of each fault under every protocol: a failure of that kind, or a draft with the same score as without the fault. */
const outcomes: Record<Fault, ErrorCode | "drafted"> = {
  "401": "model_refused_key",
  "404-model": "model_unreachable",
  "429": "model_rate_limited",
  "429-retry-after": "model_rate_limited",
  "500": "model_unreachable",
  "503": "model_unreachable",
  hang: "model_timeout",
  reset: "model_unreachable",
  slow: "model_timeout",
  "empty-body": "model_reply_unreadable",
  "html-body": "model_reply_unreadable",
  "no-json-schema": "drafted",
  "no-temperature": "drafted",
  "no-seed": "drafted",
  "max-completion-tokens-only": "drafted",
  "reasoning-field": "drafted",
  "stream-cut": "model_unreachable",
  "content-filter": "model_reply_unreadable",
  "no-usage": "drafted",
  think: "drafted",
  "fenced-json": "drafted",
  "truncated-json": "model_reply_unreadable",
  prose: "model_reply_unreadable",
  refusal: "model_reply_unreadable",
  empty: "model_reply_unreadable",
  "off-scale": "model_reply_unreadable",
  "score-word": "model_reply_unreadable",
  "two-scores": "model_reply_unreadable",
  "non-latin-digits": "drafted",
  "wrong-language": "drafted",
  huge: "model_reply_unreadable",
};

/** How an endpoint is asked: for JSON or for lines, streamed or whole. */
interface Way {
  structuredOutput: "auto" | "off";
  stream: boolean;
}
const ways: Way[] = (["auto", "off"] as const).flatMap((structuredOutput) => [false, true].map((stream) => ({ structuredOutput, stream })));
const wayName = ({ structuredOutput, stream }: Way) =>
  `${structuredOutput === "auto" ? "JSON" : "lines"}, ${stream ? "streamed" : "whole"}`;

/** These never end by themselves; a short timeout keeps the table fast. */
const timeoutMs = (fault: Fault | null) => (fault === "hang" || fault === "slow" ? 250 : 20_000);

const target = (model: string, { structuredOutput, stream }: Way, fault: Fault | null): ModelTarget => ({
  endpoint: () => ({
    baseUrl: standIn.url,
    apiKey: null,
    model,
    temperature: 0,
    maxTokens: 500,
    seed: 7,
    timeoutMs: timeoutMs(fault),
    stream,
    capabilities: null,
  }),
  structuredOutput,
  gate: null,
});

/** Each way of asking has its own model name; otherwise what is learned about an endpoint would leak into another test. */
const drive = <T>(drafting: Drafting<T>, way: Way, fault: Fault | null): Promise<Answer<T>> => {
  const model = `table ${wayName(way)}${fault === null ? "" : `:${fault}`}`;
  return askProtocol(drafting, () => target(model, way, fault), {
    signal: new AbortController().signal,
    retry: { retries: 0, firstDelayMs: 1, longestDelayMs: 5, jitter: 0, random: () => 0 },
    rereads: 0,
  });
};

const draft = (name: string, brief: Brief, way: Way, fault: Fault | null) =>
  drive(findProtocol(name)?.draft(brief) as Drafting<Drafted[]>, way, fault);

const keyOf = ({ criterion: of }: Drafted) => ("id" in of ? of.id : of.made.name);
const scoresOf = (drafts: Drafted[]) => Object.fromEntries(drafts.map((one) => [keyOf(one), one.dropped ?? one.content.score]));

function checkDrafts(drafts: Drafted[], brief: Brief): void {
  const given = brief.criteria.map((one) => one.id);
  expect(drafts.flatMap((one) => ("id" in one.criterion ? [one.criterion.id] : [])).toSorted()).toEqual(given.toSorted());
  for (const { criterion: of, content, dropped } of drafts) {
    const known = "id" in of ? brief.criteria.find((one) => one.id === of.id) : of.made;
    expect(content.items.length).toBeGreaterThan(0);
    expect(content.raw).not.toBe("");
    if (dropped !== undefined) expect(content.score).toBeNull();
    else expect(content.score).toSatisfy((score: number) => known !== undefined && isOnScale(known.scale, score));
  }
}

test("every protocol is in this table", () => {
  expect(new Set([...onTexts, ...onPairs].map(([name]) => name))).toEqual(new Set(protocols.map((protocol) => protocol.name)));
});

/** Faults in content rather than transport: whether such a reply can be read depends on the form, so both forms are tried. */
const ofContent: readonly Fault[] = [
  "think",
  "reasoning-field",
  "fenced-json",
  "truncated-json",
  "prose",
  "refusal",
  "empty",
  "off-scale",
  "score-word",
  "two-scores",
  "non-latin-digits",
  "wrong-language",
  "huge",
];

interface Case {
  fault: Fault;
  way: Way;
  scale: Scale;
}

/** The cases of one mode: each fault on one scale and in one way (content faults in both forms); scale and way vary by mode. */
const casesOf = (at: number, itsScales: Scale[]): Case[] =>
  faults.flatMap((fault, turn) => {
    const scale = itsScales[(at + turn) % itsScales.length] ?? expect.unreachable();
    const first = ways[(at + turn) % ways.length] ?? expect.unreachable();
    const other: Way = { structuredOutput: first.structuredOutput === "auto" ? "off" : "auto", stream: !first.stream };
    return (ofContent.includes(fault) ? [first, other] : [first]).map((way) => ({ fault, way, scale }));
  });

const nameOf = ({ min, max, step }: Scale) => `${min} to ${max} in steps of ${step}`;
const tables = [
  { modes: onTexts, scales },
  { modes: onPairs, scales: [preferenceScale] },
];
const rows = tables.flatMap(({ modes, scales: itsScales }) =>
  modes.map(([name, mode, briefOn], at) => ({ name, mode, briefOn, cases: casesOf(at, itsScales), itsScales })),
);

test("the table has every fault in every way of asking and on every scale, about texts and about pairs", () => {
  for (const { modes, scales: itsScales } of tables) {
    const met = modes.flatMap((_, at) =>
      casesOf(at, itsScales).flatMap(({ fault, way, scale }) => [`${fault}, ${wayName(way)}`, `${fault}, ${nameOf(scale)}`]),
    );
    expect(new Set(met).size).toBe(faults.length * (ways.length + itsScales.length));
  }
});

describe.each(rows)("$name, $mode", ({ name, briefOn, cases, itsScales }) => {
  const usual = new Map<string, Promise<Answer<Drafted[]>>>();
  const draftUsually = (way: Way, scale: Scale) => {
    const key = `${wayName(way)}, ${nameOf(scale)}`;
    const answer = usual.get(key) ?? draft(name, briefOn(scale), way, null);
    usual.set(key, answer);
    return answer;
  };
  const usually = ways
    .filter(({ structuredOutput, stream }) => stream === (structuredOutput === "off"))
    .flatMap((way) => itsScales.map((scale) => [wayName(way), nameOf(scale), way, scale] as const));

  test.concurrent.each(usually)("drafts correctly without faults: %s, %s", async (_way, _scale, way, scale) => {
    const answer = await draftUsually(way, scale);
    expect(answer).toMatchObject({ ok: true });
    if (answer.ok) checkDrafts(answer.value, briefOn(scale));
  });

  const spoilt = cases.map(({ fault, way, scale }) => [fault, wayName(way), nameOf(scale), way, scale] as const);
  test.concurrent.each(spoilt)("gives the same score or a reason after: %s (%s, %s)", async (fault, _way, _scale, way, scale) => {
    const answer = await draft(name, briefOn(scale), way, fault);
    expect(answer.ok ? "drafted" : answer.code, answer.ok ? "" : answer.message).toBe(outcomes[fault]);
    if (!answer.ok) {
      expect(answer.message).not.toBe("");
      return;
    }
    checkDrafts(answer.value, briefOn(scale));
    // An endpoint that refuses schemas is then asked for lines.
    const without = await draftUsually(fault === "no-json-schema" ? { ...way, structuredOutput: "off" } : way, scale);
    expect(without.ok && scoresOf(without.value)).toEqual(scoresOf(answer.value));
  });
});

describe("the proposal of criteria", () => {
  const propose = (way: Way, fault: Fault | null, samples: number) =>
    drive(
      criteriaProposal.draft({
        task: { description: "Answer in plain words.", inputName: "question", outputName: "answer" },
        examples: [{ input: "Why?", output: "Because." }],
        options: { samples },
        prompts: {},
      }),
      way,
      fault,
    );

  const cases = faults.flatMap((fault) => ways.map((way) => [fault, wayName(way), way] as const));
  test.concurrent.each(cases)("gives a list or a reason after: %s (%s)", async (fault, _, way) => {
    const answer = await propose(way, fault, 0);
    const aboutScores = ["off-scale", "score-word", "two-scores"].includes(fault);
    expect(answer.ok ? "drafted" : answer.code).toBe(aboutScores ? "drafted" : outcomes[fault]);
    if (answer.ok) expect(answer.value.content.items.length).toBeGreaterThan(0);
    else expect(answer.message).not.toBe("");
  });

  test("with sampled lists includes the vectors of every criterion", async () => {
    const answer = await propose({ structuredOutput: "auto", stream: false }, null, 3);
    if (!answer.ok) throw new Error(answer.message);
    const { content, compared } = answer.value;
    expect(compared?.samples).toHaveLength(3);
    expect(compared?.reference).toHaveLength(content.items.filter((item) => item.kind === "criterion").length);
  });
});
