import "server-only";
import { AppError } from "@/lib/domain/errors";
import type { JudgeParameters } from "@/lib/domain/judge";
import { isElsewhere } from "@/lib/domain/sample-image";
import { demandInlineSize } from "@/lib/protocols/sent-image";
import { fetchWithin } from "./fetch-bytes";

type Choice = Pick<JudgeParameters, "images" | "imageLimitKb">;

/** How long another server may take to send an image. */
const patienceMs = 15_000;
/** How long the size of an example's image holds: it is sent with every sample of a run. */
const knownMs = 600_000;
const mostKnown = 200;

/**
 * Holds an image at a web address to the judge's limit, by fetching it: the model's server would do so by itself, and pass on whatever it finds. Throws
 * invalid_input for a larger one, and unavailable where its size cannot be found out.
 */
export async function demandImageSize(
  imageUrl: string | null,
  { images, imageLimitKb }: Choice,
  what = "The sample's image",
): Promise<void> {
  if (imageUrl === null || images !== "send" || imageLimitKb === null || !isElsewhere(imageUrl)) return;
  const unknown = (cause?: unknown) =>
    new AppError(
      "unavailable",
      `${what} is at an address where its size cannot be found out, and this judge is sent at most ${imageLimitKb} kB. Take the judge's limit away, or use the image itself in place of its address.`,
      { cause },
    );
  const found = await fetchWithin(imageUrl, { limit: imageLimitKb * 1000, timeoutMs: patienceMs }).catch((cause: unknown) => {
    throw unknown(cause);
  });
  if (found === "refused") throw unknown();
  if (found === "too large")
    throw new AppError(
      "invalid_input",
      `${what} has more than ${imageLimitKb} kB, which is the most that this judge is sent. Raise its limit, or let it run without images.`,
    );
}

/** When an example's image was last seen to be within a limit. */
const within = new Map<string, number>();

/** Holds the images of a judge's own examples to its limit, at web addresses and in its options alike. Throws as `demandImageSize` does. */
export async function demandExampleSizes(pictures: readonly string[], choice: Choice): Promise<void> {
  if (choice.images !== "send" || choice.imageLimitKb === null) return;
  for (const [index, picture] of pictures.entries()) {
    const what = pictures.length === 1 ? "The image of the judge's example" : `Image ${index + 1} of the judge's examples`;
    if (!isElsewhere(picture)) {
      demandInlineSize(picture, choice.imageLimitKb, what);
      continue;
    }
    const key = `${choice.imageLimitKb} ${picture}`;
    if ((within.get(key) ?? Number.NEGATIVE_INFINITY) > Date.now() - knownMs) continue;
    await demandImageSize(picture, choice, what);
    within.delete(key);
    within.set(key, Date.now());
    for (const oldest of within.keys()) if (within.size > mostKnown) within.delete(oldest);
  }
}
