package main

import (
	"encoding/binary"
	"io"
	"log"
	"net"
	"sync"
)

// FerretDB 1 finds and modifies in two steps, so two clients can take the same job, which MongoDB rules out. Here one
// request is answered before the next is passed on, whoever sent it. Every request that drivers send has one answer,
// except unacknowledged writes and streams of hello, which FerretDB does not offer and the tests do not use.
var oneByOne sync.Mutex

func serveOneByOne(door net.Listener, socket string) {
	for {
		client, err := door.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go relay(client, socket)
	}
}

func relay(client net.Conn, socket string) {
	defer client.Close()
	server, err := net.Dial("unix", socket)
	if err != nil {
		return
	}
	defer server.Close()
	for {
		request, err := readMessage(client)
		if err != nil {
			return
		}
		answer, err := ask(server, request)
		if err != nil {
			return
		}
		if _, err := client.Write(answer); err != nil {
			return
		}
	}
}

func ask(server net.Conn, request []byte) ([]byte, error) {
	oneByOne.Lock()
	defer oneByOne.Unlock()
	if _, err := server.Write(request); err != nil {
		return nil, err
	}
	return readMessage(server)
}

// A message begins with its own length, which counts these four bytes.
func readMessage(connection net.Conn) ([]byte, error) {
	head := make([]byte, 4)
	if _, err := io.ReadFull(connection, head); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(head)
	if length < 16 || length > 48<<20 {
		return nil, io.ErrUnexpectedEOF
	}
	message := make([]byte, length)
	copy(message, head)
	_, err := io.ReadFull(connection, message[4:])
	return message, err
}
