import { ratingColumns } from "@/lib/domain/import-columns";

const sampleColumns = ["id", "input", "output", "system", "subset", "reference", "image_url", "input_id"];
const pairColumns = ["output_a", "output_b", "system_a", "system_b", "gold_label"];

/** Quotes a name as one shell word. */
const quoted = (name: string) => (/^[\w.-]+$/u.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);

/** Supported import files and their column names. */
export function FormatHelp({ projectName }: { projectName: string }) {
  return (
    <dl className="flex flex-col gap-4 text-small text-soft [&_dt]:font-medium [&_dt]:text-ink">
      <div>
        <dt>Any table</dt>
        <dd className="mt-1">
          CSV, JSON, JSON Lines or Parquet, also compressed (gzip, zip) or in a folder. Columns with usual names such as <Code>prompt</Code>{" "}
          and <Code>response</Code> are recognised; others are chosen in the next step.
        </dd>
      </div>
      <div>
        <dt>Samples</dt>
        <dd className="mt-1">
          Columns <Columns names={sampleColumns} />. <Code>input</Code> and <Code>output</Code> are needed; other columns are kept as
          metadata. <Code>image_url</Code> is an address or, in a folder with one table, the path of an image beside it: PNG, JPEG, WebP,
          GIF or AVIF, at most 10 MB.
        </dd>
      </div>
      <div>
        <dt>Pairs to compare</dt>
        <dd className="mt-1">
          The same with <Columns names={pairColumns} /> instead of <Code>output</Code> and <Code>system</Code>. The gold label, if known, is
          A, B or tie.
        </dd>
      </div>
      <div>
        <dt>Published datasets, as they are</dt>
        <dd className="mt-1">
          LLMBar's checkout, PandaLM, MT-bench, SummEval, DialSummEval, AlpacaEval, RewardBench, and exports of Label Studio and Argilla:
          give the file or the folder, and it is recognised.
        </dd>
      </div>
      <div>
        <dt>Ratings made elsewhere</dt>
        <dd className="mt-1">
          Columns <Columns names={ratingColumns} />. <Code>rater_kind</Code> is annotator or judge. A rater needs no account. For a pair,
          the label is A, B or tie, or the score is 1, -1 or 0.
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

function Columns({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ", "}
      <Code>{name}</Code>
    </span>
  ));
}

const Code = ({ children }: { children: string }) => <code className="font-mono text-label text-ink">{children}</code>;
