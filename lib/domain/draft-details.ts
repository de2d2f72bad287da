import { z } from "zod";
import { critique, critiqueDetails, inSampleOrder } from "./critique-details";
import { panelAggregate } from "./panel";

const side = z.enum(["A", "B"]);

/** A protocol's intermediate results for a draft, in the sample's own order. Lists are empty and parts null if there are none. */
export const draftDetails = z.object({
  /** Every score in the order of asking, if the judge was asked several times. */
  sampleScores: z.array(z.number()),
  /** The critiques behind the draft: of one output or of the pair (`of` is null), with or without the reference. */
  critiques: z.array(critique.extend({ of: side.nullable(), referenced: z.boolean() })),
  /** The ends of the two chains of critiques. */
  chains: z.array(critique.extend({ name: z.string() })),
  /** The output as another model rewrote it after the critique, and the scores of both. */
  feedback: z.object({ revision: z.string(), scoreBefore: z.number(), scoreAfter: z.number() }).nullable(),
  /** The verdict before the judge was asked again; `claimed`: the output that was claimed to be better, null if none was. */
  interference: z.object({ score: z.number(), claimed: side.nullable(), reply: z.string() }).nullable(),
  /** General dimensions as questions about this sample, with what the judge worked out before it asked. */
  questions: z.array(z.object({ dimension: z.string(), question: z.string(), thinking: z.string().optional() })),
  /** Dimensions that were made for this sample, with the output's score on each. */
  dimensions: z.array(z.object({ name: z.string(), definition: z.string(), score: z.number().nullable() })),
  /** The outputs it was compared with: a good one, given or written for it, and a weak one. */
  reference: z.string().nullable(),
  weak: z.string().nullable(),
  /** For a panel: how it decides, and its members' drafts. */
  panel: z
    .object({ aggregate: panelAggregate, members: z.array(z.object({ judgeId: z.string(), draftId: z.string(), score: z.number() })) })
    .nullable(),
});
export type DraftDetails = z.infer<typeof draftDetails>;

const { shape } = draftDetails;
const text = z.object({ reference: z.string().nullish().catch(null), weak: z.string().nullish().catch(null) });
const interference = z.object({ first: z.number(), firstRaw: z.string(), claimed: z.enum(["[A]", "[B]"]).optional() });
const lists = z.object({ questions: shape.questions.catch([]), dimensions: shape.dimensions.catch([]) });

/** Reads stored details, whose shape depends on the protocol, into one shape. Null if nothing in them is recognised. */
export function readDraftDetails(stored: unknown): DraftDetails | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { reference = null, weak = null } = text.parse(stored);
  const panel = shape.panel.safeParse(stored);
  const details: DraftDetails = {
    ...critiquesIn(stored),
    interference: interferenceIn(stored),
    ...lists.parse(stored),
    reference,
    weak,
    panel: panel.success ? panel.data : null,
  };
  return Object.values(details).every((part) => part === null || (Array.isArray(part) && part.length === 0)) ? null : details;
}

function interferenceIn(stored: object): DraftDetails["interference"] {
  const read = interference.safeParse(stored);
  if (!read.success) return null;
  const { first, firstRaw, claimed } = read.data;
  return { score: first, claimed: claimed === undefined ? null : claimed === "[A]" ? "A" : "B", reply: firstRaw };
}

function critiquesIn(stored: object): Pick<DraftDetails, "sampleScores" | "critiques" | "chains" | "feedback"> {
  const read = critiqueDetails.safeParse(stored);
  if (!read.success) return { sampleScores: [], critiques: [], chains: [], feedback: null };
  const { critiques, chains = [], sampleScores = [], revision, scoreBefore, scoreAfter } = inSampleOrder(read.data);
  const { pointwise, pairwise } = critiques;
  const found = [
    { of: "A" as const, referenced: true, critique: pointwise.referenced.A },
    { of: "B" as const, referenced: true, critique: pointwise.referenced.B },
    { of: "A" as const, referenced: false, critique: pointwise.free.A },
    { of: "B" as const, referenced: false, critique: pointwise.free.B },
    { of: null, referenced: true, critique: pairwise.referenced },
    { of: null, referenced: false, critique: pairwise.free },
  ];
  const wasRevised = revision !== undefined && scoreBefore !== undefined && scoreAfter !== undefined;
  return {
    sampleScores,
    critiques: found.flatMap(({ critique: one, ...of }) => (one === undefined ? [] : [{ ...of, ...one }])),
    chains: chains.map(({ name, free }) => ({ name, ...free })),
    feedback: wasRevised ? { revision, scoreBefore, scoreAfter } : null,
  };
}
