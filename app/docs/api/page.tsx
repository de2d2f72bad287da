import type { Metadata } from "next";
import { ApiReference } from "./api-reference";

export const metadata: Metadata = { title: "HTTP API" };

/** The API reference. It is a separate document because Redoc never removes its listeners from the page. */
export default function ApiPage() {
  return (
    <>
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line border-b bg-card px-5 py-3">
        <a className="font-semibold text-title" href="/projects">
          Redline
        </a>
        <span className="text-soft">HTTP API</span>
        <a className="ml-auto text-accent underline underline-offset-3" href="/api/openapi.json">
          openapi.json
        </a>
      </header>
      <ApiReference />
    </>
  );
}
