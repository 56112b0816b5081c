// Package graph runs typed state machines that ask people, fan out, join, fork and survive kill -9.
//
// A graph is a set of named nodes over one concrete state type S. A node is a function of a copy of the state; it returns a
// Step: a change of the state and the tasks that come next. Tasks are carried out in waves. Every task of a wave sees the state
// as it was when the wave began, and when the last of them has finished, their changes are applied in task order and their
// next tasks, numbered in the same order, form the next wave. So the same run ends in the same state whichever task happened
// to be faster, with any number of workers. (A task that waits for a person leaves its wave; its siblings go on.)
//
// # What survives a crash
//
// A checkpoint is written after every node, also in the middle of a wave: it holds the wave's state, and for each finished
// task its change, waiting for its turn. That is why a change is a plain JSON value with an Apply method (see Change) and not
// a closure: a closure could only be kept in memory until its slower siblings are done, and its node would have to run again
// after a crash. Applying closures at once, in order of arrival, would be durable but would make the result depend on timing;
// diffing the state before and after would lose one of two increments of the same counter. So: data, applied by name.
// The state handed to a node and the change it returns pass through JSON every time, not only after a crash: what is lost on
// the way (unexported fields) is lost in the first test.
//
// # Promises
//
// A run resumes from its last checkpoint, in any process, and repeats no finished node. Events are written in the transaction
// of the checkpoint they belong to, then broadcast. Messages (answers, steering, pause, cancel) wait in a durable inbox and
// are marked handled in the transaction of the checkpoint that contains their effect. A node that panics fails its run, not
// the program.
//
// The package refuses to know what a state means, where checkpoints are kept (Store) and who executes a run twice at the
// same time in different processes: the second one's checkpoint is refused (ErrConflict), no more.
package graph
