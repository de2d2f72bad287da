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

/** The images of examples that were fetched or are being fetched, by limit, address and name. Units of a run are drafted at the same time. */
const fetches = new Map<string, { at: number; fits: Promise<void> }>();

/** Holds the images of a judge's own examples to its limit, at web addresses and in its options alike. Throws as `demandImageSize` does. */
export async function demandExampleSizes(pictures: readonly string[], choice: Choice): Promise<void> {
  if (choice.images !== "send" || choice.imageLimitKb === null) return;
  for (const [index, picture] of pictures.entries()) {
    const what = pictures.length === 1 ? "The image of the judge's example" : `Image ${index + 1} of the judge's examples`;
    if (isElsewhere(picture)) await fetchedOnce(picture, choice, what);
    else demandInlineSize(picture, choice.imageLimitKb, what);
  }
}

/** One that does not fit, or cannot be fetched, is fetched again by the next unit, so that a corrected address works at once. */
function fetchedOnce(picture: string, choice: Choice, what: string): Promise<void> {
  const key = `${choice.imageLimitKb} ${picture} ${what}`;
  const known = fetches.get(key);
  if (known !== undefined && known.at > Date.now() - knownMs) return known.fits;
  const fits = demandImageSize(picture, choice, what);
  fetches.delete(key);
  fetches.set(key, { at: Date.now(), fits });
  fits.catch(() => fetches.delete(key));
  for (const oldest of fetches.keys()) if (fetches.size > mostKnown) fetches.delete(oldest);
  return fits;
}
