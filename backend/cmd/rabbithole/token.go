package main

import (
	"context"

	"rabbithole/backend/server"
)

type tokenCommand struct {
	Show  tokenShowCommand  `cmd:"" default:"1" help:"Print the token."`
	Renew tokenRenewCommand `cmd:"" help:"Replace the token: pages and programs that know the old one are let in no more."`
}

type tokenShowCommand struct{}

// Run prints the token that programs send to a server of this library.
func (c *tokenShowCommand) Run(ctx context.Context, s *shell) error { return s.tellToken(server.Token) }

type tokenRenewCommand struct{}

// Run replaces the token. It may run beside the server, which notices.
func (c *tokenRenewCommand) Run(ctx context.Context, s *shell) error {
	return s.tellToken(server.RenewToken)
}

func (s *shell) tellToken(of func(folder string) (string, error)) error {
	if err := s.hasHome(); err != nil {
		return err
	}
	token, err := of(s.home)
	if err == nil {
		s.printf("%s\n", token)
	}
	return err
}
