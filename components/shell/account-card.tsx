import type { ReactNode } from "react";
import { Wordmark } from "./logo";

/** The card on every signed-out page. */
export function AccountCard({ title, description, children }: { title: string; description?: ReactNode; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <p className="mb-8 text-title font-semibold">
          <Wordmark />
          <span className="sr-only">Redline</span>
        </p>
        <h1 className="text-headline">{title}</h1>
        {description && <p className="mt-2 text-body text-soft">{description}</p>}
        <div className="mt-6">{children}</div>
      </div>
    </main>
  );
}
