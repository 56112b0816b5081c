/** Given is what the address of a new question brings along: `#/new?question=…&kind=deep&documents=["a.pdf"]&follows=<run>&from=<discovery>`. */
export interface Given {
  question: string;
  kind: string;
  documents: string[];
  follows: string;
  from: string;
}

/** given reads the address; what cannot be read is left out. One document may also stand there by its name. */
export function given(query: Record<string, string>): Given {
  return { question: query.question ?? '', kind: query.kind ?? '', documents: [...list(query.documents), ...(query.document ? [query.document] : [])], follows: query.follows ?? '', from: query.from ?? '' };
}

function list(text = ''): string[] {
  try {
    const told: unknown = JSON.parse(text);
    return Array.isArray(told) ? told.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
