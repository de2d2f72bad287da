const sampleColumns = ["id", "input", "output", "system", "reference", "image_url", "input_id"];
const ratingColumns = ["sample_id", "criterion", "rater", "rater_kind", "score", "label", "reason", "started_at", "ended_at"];

/** A name as one word of a shell command. */
const quoted = (name: string) => (/^[\w.-]+$/u.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);

/** Which files the import reads and what their columns are called. */
export function FormatHelp({ projectName }: { projectName: string }) {
  return (
    <dl className="flex flex-col gap-4 text-small text-soft [&_dt]:font-medium [&_dt]:text-ink">
      <div>
        <dt>Samples, as CSV or JSONL</dt>
        <dd className="mt-1">
          Columns <Columns names={sampleColumns} />. <Code>input</Code> and <Code>output</Code> are needed; other columns are kept as
          metadata.
        </dd>
      </div>
      <div>
        <dt>Ratings made elsewhere, as CSV or JSONL</dt>
        <dd className="mt-1">
          Columns <Columns names={ratingColumns} />. <Code>rater_kind</Code> is annotator or judge. A rater needs no account.
        </dd>
      </div>
      <div>
        <dt>A CoEval release</dt>
        <dd className="mt-1">
          The folder with <Code>combine_data.json</Code> and the annotators' folders: drafts, actions, reasons, scores and times. Its tasks
          keep their names. The same on the command line:
          <code className="mt-2 block rounded-control bg-sunken px-3 py-2 font-mono text-label wrap-anywhere text-ink select-all">
            npm run -s redline -- import FOLDER --project {quoted(projectName)}
          </code>
        </dd>
      </div>
    </dl>
  );
}

function Columns({ names }: { names: string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ", "}
      <Code>{name}</Code>
    </span>
  ));
}

const Code = ({ children }: { children: string }) => <code className="font-mono text-label text-ink">{children}</code>;
