import { textOfTurns, turnsOf } from "@/lib/domain/chat-turns";
import { hasKeys, type KnownSet, otherKeys, text } from "./known-set";
import { shortHash } from "./short-hash";

const keys = ["id", "prompt", "chosen", "rejected", "chosen_model", "rejected_model", "subset"];

/**
 * Pairs of a chosen and a rejected answer, as in RewardBench and in training data: texts, or conversations that differ in their last turn. The
 * better one is A or B by a hash of the texts, so that no judge is right by always choosing the first. Without an id, the hash is the id.
 */
export const rewardBench: KnownSet = {
  name: "chosen-rejected",
  fits: (row) => hasKeys(row, "chosen", "rejected") && readable(row.chosen) && readable(row.rejected),
  records(row, _, { subset }) {
    const [chosen, rejected] = [conversation(row.chosen), conversation(row.rejected)];
    const prompt = hasKeys(row, "prompt") ? conversationText(row.prompt) : chosen.input;
    const hash = shortHash(prompt, chosen.output, rejected.output);
    const first = Number.parseInt(hash.slice(-1), 16) % 2 === 0;
    const [a, b] = first ? [chosen, rejected] : [rejected, chosen];
    const [systemA, systemB] = first ? [row.chosen_model, row.rejected_model] : [row.rejected_model, row.chosen_model];
    const sample = { id: row.id ?? hash, input: prompt, output_a: a.output, output_b: b.output, gold_label: first ? "A" : "B" };
    return {
      sample: { ...sample, system_a: systemA ?? null, system_b: systemB ?? null, subset: row.subset ?? subset },
      metadata: otherKeys(row, keys),
    };
  },
};

const readable = (value: unknown) => typeof value === "string" || turnsOf(value) !== null;

const conversationText = (value: unknown) => {
  const turns = typeof value === "string" ? null : turnsOf(value);
  return turns === null ? text(value) : textOfTurns(turns);
};

/** A text is an answer; of a conversation, the last turn is, and what came before is the input. */
function conversation(value: unknown): { input: string; output: string } {
  const turns = typeof value === "string" ? null : turnsOf(value);
  if (turns === null) return { input: "", output: text(value) };
  return { input: textOfTurns(turns.slice(0, -1)), output: turns.at(-1)?.text ?? "" };
}
