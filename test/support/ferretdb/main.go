// A MongoDB-protocol server on SQLite for the tests; runs until it is stopped.
package main

import (
	"context"
	"flag"
	"log"
	"log/slog"
	"net"
	"os"
	"path/filepath"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "TCP address to listen on")
	state := flag.String("state", ".", "directory for the SQLite files")
	flag.Parse()
	socket := filepath.Join(*state, "ferretdb.sock")
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{Unix: socket},
		Logger:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
		Handler:   "sqlite",
		SQLiteURL: "file:" + *state + "/",
	})
	if err != nil {
		log.Fatal(err)
	}
	door, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	go serveOneByOne(door, socket)
	if err := server.Run(context.Background()); err != nil {
		log.Fatal(err)
	}
}
