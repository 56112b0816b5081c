import { expect, it } from 'vitest';
import { given } from './given';

it.each([
  [{}, { question: '', documents: [], follows: '', from: '' }],
  [{ question: 'Why?', follows: 'r1' }, { question: 'Why?', documents: [], follows: 'r1', from: '' }],
  [{ question: 'Why?', from: 'd1' }, { question: 'Why?', documents: [], follows: '', from: 'd1' }],
  [{ documents: '["a.pdf","b, c.pdf"]' }, { question: '', documents: ['a.pdf', 'b, c.pdf'], follows: '', from: '' }],
  [{ document: 'a.pdf' }, { question: '', documents: ['a.pdf'], follows: '', from: '' }],
  [{ documents: '[1,{}' }, { question: '', documents: [], follows: '', from: '' }],
  [{ documents: '[1,"a.pdf",null]' }, { question: '', documents: ['a.pdf'], follows: '', from: '' }],
])('%o', (query, wanted) => expect(given(query as Record<string, string>)).toEqual(wanted));
