import "server-only";
import { AppError } from "@/lib/domain/errors";
import type { JudgeParameters } from "@/lib/domain/judge";
import { isElsewhere } from "@/lib/domain/sample-image";
import { fetchWithin } from "./fetch-bytes";

/** How long another server may take to send an image. */
const patienceMs = 15_000;

/**
 * Holds an image at a web address to the judge's limit, by fetching it: the model's server would do so by itself, and pass on whatever it finds. Throws
 * invalid_input for a larger one, and unavailable where its size cannot be found out.
 */
export async function demandImageSize(
  imageUrl: string | null,
  { images, imageLimitKb }: Pick<JudgeParameters, "images" | "imageLimitKb">,
): Promise<void> {
  if (imageUrl === null || images !== "send" || imageLimitKb === null || !isElsewhere(imageUrl)) return;
  const unknown = (cause?: unknown) =>
    new AppError(
      "unavailable",
      `The size of the sample's image cannot be found out at its address, and this judge is sent at most ${imageLimitKb} kB. Take the judge's limit away, or import the image itself.`,
      { cause },
    );
  const found = await fetchWithin(imageUrl, { limit: imageLimitKb * 1000, timeoutMs: patienceMs }).catch((cause: unknown) => {
    throw unknown(cause);
  });
  if (found === "refused") throw unknown();
  if (found === "too large")
    throw new AppError(
      "invalid_input",
      `The sample's image has more than ${imageLimitKb} kB, which is the most that this judge is sent. Raise its limit, or let it run without images.`,
    );
}
