import { AppError } from "@/lib/domain/errors";
import { seededRandom } from "@/lib/stats";

/** Fewer inputs show no drift. */
const fewest = 8;

/** Samples to ask a watched judge about: one each of that many inputs, drawn by the seed. Throws conflict where there are too few inputs. */
export function drawSentinels(samples: readonly { id: string; inputKey: string }[], wanted: number, seed: number): string[] {
  const random = seededRandom(seed);
  const byInput = new Map<string, string[]>();
  for (const { id, inputKey } of samples) byInput.set(inputKey, [...(byInput.get(inputKey) ?? []), id]);
  const inputs = [...byInput.values()];
  if (inputs.length < fewest) {
    throw new AppError("conflict", `A watch needs samples of ${fewest} inputs or more, and this task has ${inputs.length}.`);
  }
  for (let at = inputs.length - 1; at > 0; at--) {
    const other = random.int(at + 1);
    [inputs[at], inputs[other]] = [inputs[other] ?? [], inputs[at] ?? []];
  }
  return inputs.slice(0, wanted).map((ids) => ids[random.int(ids.length)] ?? "");
}
