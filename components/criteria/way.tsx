import type { ReactNode } from "react";

/** One way to start a criteria list: a description and its controls. */
export function Way({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 grow basis-60">
        <h3 className="text-body">{title}</h3>
        <p className="text-small text-soft">{words}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}
