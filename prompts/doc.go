// Package prompts holds one template per step of reasoning, with typed input and output, and the shape of a model call.
//
// Templates are files (*.tmpl) beside this source: a system part that never changes within a step, then the user part with the
// evidence first and the question last. Untrusted text is fenced by a marker derived from its content. The package promises
// that rendering is pure: the same input gives the same bytes. It refuses to call anything.
package prompts
