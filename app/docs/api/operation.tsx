import type { EndpointDescription, FieldDescription } from "@/lib/http/describe-endpoints";

/** One endpoint: the line to read, and behind it the fields. */
export function Operation({ endpoint }: { endpoint: EndpointDescription }) {
  return (
    <details id={endpoint.name} className="group border-line border-b">
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 py-2 hover:bg-sunken">
        <span className="w-16 shrink-0 font-mono font-semibold text-label">{endpoint.method}</span>
        <code className="break-all font-mono text-small">/api/v1{endpoint.path}</code>
        <span className="text-small text-soft">{endpoint.summary}</span>
      </summary>
      <div className="grid gap-4 pt-2 pb-4 md:pl-19">
        <Fields title="Query" fields={endpoint.query} />
        {endpoint.uploads ? (
          <p className="text-small">The body is the file itself, of any length.</p>
        ) : (
          <Fields title="Body" fields={endpoint.body} />
        )}
        {endpoint.streams ? <p className="text-small">The reply is a file, streamed.</p> : <Fields title="Reply" fields={endpoint.reply} />}
      </div>
    </details>
  );
}

function Fields({ title, fields }: { title: string; fields: FieldDescription[] }) {
  if (fields.length === 0) return null;
  return (
    // Styled from the table down: hundreds of rows with classes of their own would double the page.
    <table className="w-full table-fixed text-left text-small [&_i]:font-sans [&_i]:text-soft [&_i]:not-italic [&_td]:break-words [&_td]:py-0.5 [&_td]:text-soft [&_th]:w-2/5 [&_th]:break-words [&_th]:py-0.5 [&_th]:pr-4 [&_th]:font-mono [&_th]:font-normal [&_tr]:align-top">
      <caption className="pb-1 text-left font-medium text-label text-soft">{title}</caption>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">
              {field.name}
              {!field.required && <i> optional</i>}
            </th>
            <td>{field.type}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
