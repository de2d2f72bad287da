import { tarOf } from "./tar";

/** One criterion's draft as CoEval's release writes it: one line each, with the list markers of the model's reply. */
export const markedDraft = [
  "1. The answer is easy to follow, and every term in it is explained.",
  "2. I would assign a score of 4 to this answer, since its second sentence is longer than it needs to be.",
  "3. Evidence:",
  '- "Air scatters short waves more than long ones."',
  '* "So blue light reaches us from everywhere above."',
  "4) Nothing in it contradicts the question.",
];

/** A folder in the form of CoEval's release, with drafts and without annotators: one task, one criterion. */
export function releaseOf(task: string, samples: number): Buffer {
  const each = (text: string) => Array.from({ length: samples }, () => text);
  const criterion = "1. Use simple and easy-to-understand language.";
  const data = {
    [task]: {
      task_info: each("Answer the question for a five-year-old."),
      source_name: each("question"),
      target_name: each("answer"),
      source: each("Why is the sky blue?"),
      target: Array.from(
        { length: samples },
        (_, index) => `Air scatters short waves more than long ones. So blue light reaches us from everywhere above. (${index + 1})`,
      ),
      model_name: each("harbour"),
      criteria: [criterion],
      criteria_kv: { [criterion]: each(markedDraft.join("\n\n")) },
    },
  };
  return tarOf({ "coeval/combine_data.json": JSON.stringify(data) });
}
