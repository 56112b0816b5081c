import { expect, it } from 'vitest';
import { given } from './given';

it.each([
  [{}, { question: '', documents: [], follows: '' }],
  [{ question: 'Why?', follows: 'r1' }, { question: 'Why?', documents: [], follows: 'r1' }],
  [{ documents: '["a.pdf","b, c.pdf"]' }, { question: '', documents: ['a.pdf', 'b, c.pdf'], follows: '' }],
  [{ document: 'a.pdf' }, { question: '', documents: ['a.pdf'], follows: '' }],
  [{ documents: '[1,{}' }, { question: '', documents: [], follows: '' }],
  [{ documents: '[1,"a.pdf",null]' }, { question: '', documents: ['a.pdf'], follows: '' }],
])('%o', (query, wanted) => expect(given(query as Record<string, string>)).toEqual(wanted));
