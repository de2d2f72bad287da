import Link from "next/link";
import { Panel } from "../ui/panel";

/** How to script against this project. */
export function ApiHint({ projectId }: { projectId: string }) {
  return (
    <Panel title="From a script" description="Everything the pages do can be done over HTTP.">
      <div className="flex flex-col gap-3 text-body">
        <p>
          Make an API key in{" "}
          <Link className="text-accent underline underline-offset-3" href="/profile">
            your profile
          </Link>{" "}
          and send it as a bearer token. This project's id is <code className="font-mono text-small select-all">{projectId}</code>.
        </p>
        <pre className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-label" tabIndex={0}>
          {`curl -H "Authorization: Bearer $REDLINE_KEY" \\\n  "$REDLINE_URL/api/v1/projects/${projectId}/report"`}
        </pre>
        <p className="text-soft">
          Every path is described in{" "}
          <a className="text-accent underline underline-offset-3" href="/docs/api">
            the API's documentation
          </a>{" "}
          and, for programs, in{" "}
          <a className="text-accent underline underline-offset-3" href="/api/openapi.json">
            openapi.json
          </a>
          .
        </p>
      </div>
    </Panel>
  );
}
