import { AppError } from "@/lib/domain/errors";
import type { JudgeParameters } from "@/lib/domain/judge";
import type { BriefSample } from "./protocol";

/** How a judge takes images. */
export type ImageChoice = Pick<JudgeParameters, "images" | "imageDetail" | "imageLimitKb">;

/** A sample as the task has it, with what its file says its image shows. */
export type PicturedSample = Omit<BriefSample, "imageCaption" | "imageDetail" | "withoutImages"> & { caption: string | null };

/**
 * A sample as a judge is shown it: with its image, without, or with the image's caption in its place. Throws invalid_input for an image beyond the
 * judge's limit, and for one that has no caption where the judge reads captions; the unit then fails with that reason.
 */
export function sampleForJudge({ caption, ...sample }: PicturedSample, { images, imageDetail, imageLimitKb }: ImageChoice): BriefSample {
  if (images !== "send") return withoutImage(sample, images === "caption" ? caption : null, images === "caption");
  if (sample.imageUrl !== null) demandInlineSize(sample.imageUrl, imageLimitKb, "The sample's image");
  return imageDetail === null ? sample : { ...sample, imageDetail };
}

/** Throws invalid_input for an image beyond the limit that is part of the request. `what` begins the reason. */
export function demandInlineSize(imageUrl: string, limitKb: number | null, what: string): void {
  const kilobytes = sizeKb(imageUrl);
  if (kilobytes === null || limitKb === null || kilobytes <= limitKb) return;
  throw new AppError(
    "invalid_input",
    `${what} has ${Math.ceil(kilobytes)} kB, and this judge is sent at most ${limitKb} kB. Raise its limit, or let it run without images.`,
  );
}

function withoutImage(sample: BriefSample, caption: string | null, isNeeded: boolean): BriefSample {
  if (sample.imageUrl !== null && isNeeded && (caption === null || caption.trim() === "")) {
    throw new AppError(
      "invalid_input",
      'The sample has an image and no caption, which this judge reads in its place. Import a column "image_caption", or change how the judge takes images.',
    );
  }
  const shown = sample.imageUrl === null ? null : caption;
  return { ...sample, imageUrl: null, withoutImages: true, ...(shown !== null && { imageCaption: shown }) };
}

/** The size of an image that is part of the request; null: the model's server fetches it by itself. */
function sizeKb(url: string): number | null {
  const data = /^data:[^,]*;base64,/iu.exec(url);
  return data === null ? null : ((url.length - data[0].length) * 3) / 4 / 1000;
}
