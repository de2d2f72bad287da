import { textOfTurns, turnsOf } from "@/lib/domain/chat-turns";
import { preferenceCriterion } from "@/lib/domain/preference";
import { hasKeys, type KnownSet, otherKeys, text } from "./known-set";

const keys = ["question_id", "model_a", "model_b", "winner", "judge", "conversation_a", "conversation_b", "turn"];
const model = /^(?:gpt|claude|llama|gemini|mistral|qwen|deepseek)/i;

/**
 * MT-bench's judgments, by people and by GPT-4: two models' conversations about a question, and who won up to which turn. Models are in alphabetical
 * order, so that a pair that was shown both ways is one sample. A judge whose name begins with a model's is a judge, others are annotators.
 */
export const mtBench: KnownSet = {
  name: "mt-bench",
  fits: (row) => hasKeys(row, "question_id", "model_a", "model_b", "winner", "conversation_a", "conversation_b"),
  records(row) {
    const turn = Number(row.turn ?? 1);
    const [modelA, modelB] = [text(row.model_a), text(row.model_b)];
    const flipped = modelB < modelA;
    const [one, other] = [conversation(row.conversation_a, turn), conversation(row.conversation_b, turn)];
    const [first, second] = flipped ? [other, one] : [one, other];
    const [systemA, systemB] = flipped ? [modelB, modelA] : [modelA, modelB];
    const id = `${text(row.question_id)} ${systemA} ${systemB} turn ${turn}`;
    const rater = Array.isArray(row.judge) ? row.judge.map(text).join(" ") : text(row.judge);
    const label = labelOf(text(row.winner), flipped);
    const sample = { id, input: first.input, output_a: first.output, output_b: second.output, system_a: systemA, system_b: systemB };
    const records = {
      sample: { ...sample, input_id: `${text(row.question_id)} turn ${turn}`, subset: `turn ${turn}` },
      metadata: otherKeys(row, keys),
    };
    if (label === null) return { ...records, left: "A verdict names no winner and no tie; it is left out." };
    const rating = {
      sample_id: id,
      criterion: preferenceCriterion.name,
      rater,
      rater_kind: model.test(rater) ? "judge" : "annotator",
      label,
    };
    return { ...records, ratings: [rating] };
  },
};

function labelOf(winner: string, flipped: boolean): "A" | "B" | "tie" | null {
  if (winner.startsWith("tie")) return "tie";
  if (winner !== "model_a" && winner !== "model_b") return null;
  return (winner === "model_a") !== flipped ? "A" : "B";
}

/** The questions up to a turn, and the answers up to it: of one turn the answer alone, of more with the questions between. */
function conversation(value: unknown, turn: number): { input: string; output: string } {
  const turns = (turnsOf(value) ?? []).slice(0, 2 * turn);
  const asked = turns.filter((_, index) => index % 2 === 0);
  return { input: textOfTurns(asked), output: textOfTurns(turns.slice(1)) };
}
