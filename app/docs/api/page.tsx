import type { Metadata } from "next";
import { PageBody, PageHeader } from "@/components/ui/page-header";
import { describeEndpoints } from "@/lib/http/describe-endpoints";
import { Operation } from "./operation";

export const metadata: Metadata = { title: "HTTP interface" };

const example = 'curl -H "Authorization: Bearer $KEY" \\\n  https://redline.example/api/v1/projects';

/** The interface that scripts use, made from the schemas that validate it. */
export default function ApiPage() {
  const groups = describeEndpoints();
  return (
    <PageBody>
      <PageHeader title="HTTP interface" description="For scripts: what the product itself uses." />
      <div className="grid max-w-measure gap-3 text-body">
        <p>
          JSON under <code className="font-mono text-small">/api/v1</code>. Sign requests with an API key from your profile:
        </p>
        <pre tabIndex={0} className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-small">
          {example}
        </pre>
        <p>
          Errors are <code className="font-mono text-small">{"{ error: { code, message, details, requestId } }"}</code>; for invalid input
          <code className="font-mono text-small"> details.issues</code> names each field. Lists are paged: pass a reply's{" "}
          <code className="font-mono text-small">nextCursor</code> as <code className="font-mono text-small">cursor</code> until it is null.
          Writes take an <code className="font-mono text-small">Idempotency-Key</code>: a repeat gets the first reply and changes nothing.
        </p>
        <p>
          For code generators:{" "}
          <a className="text-accent underline" href="/api/openapi.json">
            openapi.json
          </a>{" "}
          (OpenAPI 3.1).
        </p>
      </div>
      {groups.map((group) => (
        <section key={group.noun} className="mt-8">
          <h2 className="border-line border-b pb-2 font-semibold text-title capitalize">{group.noun.replaceAll("-", " ")}</h2>
          {group.endpoints.map((endpoint) => (
            <Operation key={endpoint.name} endpoint={endpoint} />
          ))}
        </section>
      ))}
    </PageBody>
  );
}
