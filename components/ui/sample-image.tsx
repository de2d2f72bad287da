import type { ComponentProps } from "react";

/** A sample's image. */
export function SampleImage(props: Pick<ComponentProps<"img">, "src" | "className" | "style">) {
  // biome-ignore lint/performance/noImgElement: the URL comes from the study and the size is unknown
  return <img alt="What the sample is about" {...props} />;
}
