import { scalePoints } from "@/lib/domain/scale-points";
import { hashText } from "../hash-text";
import { parseReply } from "../parse-reply";
import type { Protocol } from "../protocol";
import { stepByStepMessages, stepByStepWording, type UnitBrief } from "./messages";

/** One criterion at a time: verify with explanation, then the score on the criterion's own scale, then evidence. */
export const stepByStep: Protocol<UnitBrief> = {
  name: "step-by-step",
  promptVersion: hashText(stepByStepWording),
  messages: stepByStepMessages,
  replySchema: (brief) => ({ name: "evaluation", schema: schemaFor(brief) }),
  read: (reply, brief) => parseReply(reply, brief.criterion.scale),
};

function schemaFor({ criterion }: UnitBrief): Record<string, unknown> {
  const points = scalePoints(criterion.scale);
  const score =
    points === null ? { type: "number", minimum: criterion.scale.min, maximum: criterion.scale.max } : { type: "number", enum: points };
  const evidence = object({ quote: { type: "string" }, comment: { type: "string" } });
  return object({ conclusion: { type: "string" }, explanation: { type: "string" }, score, evidence: { type: "array", items: evidence } });
}

/** Strict schemas want every key required and no other allowed. */
const object = (properties: Record<string, unknown>) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
