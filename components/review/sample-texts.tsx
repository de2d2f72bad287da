import type { AdjudicationUnit } from "@/lib/domain/adjudication";
import { Prose } from "../texts/prose";
import { SampleImage } from "../ui/sample-image";

interface SampleTextsProps {
  task: Pick<AdjudicationUnit["task"], "inputName" | "outputName" | "textFormat">;
  sample: Pick<AdjudicationUnit["sample"], "input" | "output" | "outputB" | "reference" | "imageUrl">;
}

/** A sample's texts, to read. */
export function SampleTexts({ task, sample }: SampleTextsProps) {
  const outputs =
    sample.outputB === null
      ? [[task.outputName, sample.output]]
      : [
          ["A", sample.output],
          ["B", sample.outputB],
        ].map(([name, text]) => [`${task.outputName} ${name}`, text]);
  return (
    <div className="flex flex-col gap-5">
      {sample.imageUrl && <SampleImage src={sample.imageUrl} className="max-h-96 max-w-full rounded-control border" />}
      {sample.input !== "" && <Text label={task.inputName} text={sample.input} format={task.textFormat} />}
      <div className="grid grid-cols-1 gap-5 data-pair:lg:grid-cols-2" data-pair={sample.outputB === null ? undefined : ""}>
        {outputs.map(([label = "", text = ""]) => (
          <Text key={label} label={label} text={text} format={task.textFormat} />
        ))}
      </div>
      {sample.reference && <Text label="reference" text={sample.reference} format={task.textFormat} />}
    </div>
  );
}

function Text({ label, text, format }: { label: string; text: string; format: AdjudicationUnit["task"]["textFormat"] }) {
  return (
    <section className="max-w-measure min-w-0">
      <h3 className="mb-1 text-label text-soft first-letter:uppercase">{label}</h3>
      <div className="text-reading" dir="auto">
        <Prose text={text} format={format}>
          <div className="manuscript" dir="auto">
            {text}
          </div>
        </Prose>
      </div>
    </section>
  );
}
