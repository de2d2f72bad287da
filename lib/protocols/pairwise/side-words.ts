/** Words that models use for an output of a pair, besides the task's own. */
const outputWords =
  "output|answer|response|reply|assistant|candidate|completion|model|summary|translation|story|text|version|antwort|ausgabe|respuesta|salida|réponse|sortie|risposta|resposta|saída|ответ|odpowiedź|antwoord|yanıt|cevap|jawaban|svar";
/** The same in scripts without spaces between words. */
const unspacedOutputWords = "回答|输出|輸出|答案|回复|出力|応答|답변|응답|출력|الإجابة|الرد|उत्तर|คำตอบ";

const literal = (text: string) => text.trim().replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");

/** A pattern for one word for an output, the task's own first; `more` adds words that are unambiguous in the given context. */
export function outputNoun(outputName: string, more = ""): string {
  const own = literal(outputName);
  const words = [own, outputWords, more].filter((word) => word !== "").join("|");
  return `(?:(?<![\\p{L}\\p{N}])(?:${words})s?|${unspacedOutputWords})`;
}

/** Quotations are the sample's words. One or two quoted letters do not count as a quotation. */
export const quotation = /"[^"\n]{4,}"|“[^“”\n]{4,}”|«[^«»\n]{4,}»|„[^„“”\n]{4,}[“”]|「[^「」\n]{4,}」|『[^『』\n]{4,}』/gu;

/** Bounds runs of blanks in a pattern and keeps them within a line, so that a reply of nothing but blanks cannot cause backtracking. */
export const bounded = (source: string): string => source.replaceAll("\\s*", "[^\\S\\n]{0,3}").replaceAll("\\s+", "[^\\S\\n]{1,3}");
