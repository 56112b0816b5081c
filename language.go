//go:build !windows

package main

// systemLanguage is the language of the person's system, "de" or "en".
func systemLanguage(env func(string) string) string { return localeLanguage(env) }
