/** The function with its results kept for as long as what they were computed from: several panels read the same columns. */
export function remembered<K extends object, V>(compute: (from: K) => V): (from: K) => V {
  const known = new WeakMap<K, { value: V }>();
  return (from) => {
    const found = known.get(from) ?? { value: compute(from) };
    known.set(from, found);
    return found.value;
  };
}

/** The same by number too (a criterion, a rater). */
export function rememberedBy<K extends object, V>(compute: (from: K, number: number) => V): (from: K, number: number) => V {
  const columns = remembered((_: K) => new Map<number, { value: V }>());
  return (from, number) => {
    const own = columns(from);
    const found = own.get(number) ?? { value: compute(from, number) };
    own.set(number, found);
    return found.value;
  };
}

/** What a function computes, once somebody wants it. Where it throws, it is asked again. */
export function lazily<V>(compute: () => V): () => V {
  let known: { value: V } | null = null;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
